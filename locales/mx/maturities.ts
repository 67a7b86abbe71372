import type es from '../es/maturities.ts'
import type { Overrides } from '../shape.ts'

export default {
  fields: { rate: 'Tasa' },
  instruct: {
    leadParked: 'Ya han vencido: se cumple ahora mismo. Una renovación empieza hoy, con la tasa de hoy.',
  },
} satisfies Overrides<typeof es>
