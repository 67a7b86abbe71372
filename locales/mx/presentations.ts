import type * as es from '../es/presentations.ts'
import type { Overrides } from '../shape.ts'

export default {
  editor: {
    rate: 'Tasa %',
    add: 'Agregar cuenta',
    noRate: 'Sin tasa para este importe y plazo',
  },
  paper: { rate: 'Tasa' },
} satisfies Overrides<typeof es.default>

/** What lists of all features say of this one. */
export const words = {
  refusals: {
    'presentation.noAccounts': 'Agrega al menos una cuenta a la propuesta.',
    'presentation.noRate': 'Una cuenta de la propuesta no tiene tasa para su importe y plazo. Indícala.',
  },
} satisfies Overrides<typeof es.words>
