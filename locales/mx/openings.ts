import type es from '../es/openings.ts'
import type { Overrides } from '../shape.ts'

export default {
  quote: { rate: 'Tasa nominal' },
  waiting: { openText: 'Se abre con {{received}} y la tasa de hoy para ese importe.' },
  part: {
    offerUntil: 'Tasa garantizada hasta el',
    late: 'La oferta ha pasado: el dinero que llegue ahora tendrá la tasa de su día.',
  },
} satisfies Overrides<typeof es>
