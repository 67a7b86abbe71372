import type * as es from '../es/interest.ts'
import type { Overrides } from '../shape.ts'

export default {
  how: 'Cada periodo se calcula como capital × tasa × días; el último día no cuenta. Se redondea al liquidar.',
  terms: 'Tasa {{rate}}{{bonus}}, base {{dayCount}}, {{payout}}.',
} satisfies Overrides<typeof es.default>

export const words = {
  actions: {
    maturity_reserveFreed: 'Libera el importe reservado por un retiro',
  },
  auditFields: {
    reserved: 'Reservado para retiros',
  },
} satisfies Overrides<typeof es.words>
