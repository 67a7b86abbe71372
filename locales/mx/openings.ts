import type * as es from '../es/openings.ts'
import type { Overrides } from '../shape.ts'

export default {
  quote: {
    rate: 'Tasa nominal',
  },
  waiting: {
    openText: 'Se abre con {{received}}, a la tasa de hoy para ese importe.',
    contribute: 'Agregar aportación',
  },
  part: {
    offerUntil: 'Tasa garantizada hasta el',
    late: 'La oferta ha caducado: al dinero que llegue ahora se le aplica la tasa vigente.',
  },
  fields: {
    addHolder: 'Agregar titular',
  },
} satisfies Overrides<typeof es.default>

/** What lists of all features say of this one. */
export const words = {
  refusals: {
    'opening.rateChanged': 'La tasa ha cambiado desde la simulación. Revísala antes de continuar.',
  },
} satisfies Overrides<typeof es.words>
