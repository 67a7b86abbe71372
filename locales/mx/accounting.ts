import type * as es from '../es/accounting.ts'
import type { Overrides } from '../shape.ts'

export default {
  kinds: {
    withdrawal: 'Retiro',
  },
  sources: {
    tax: 'Pago al SAT',
  },
} satisfies Overrides<typeof es.default>

export const words = {
  actions: {
    ledgerAccount_added: 'Agrega una cuenta contable',
  },
  changes: {
    taxPayment: 'Pagar {{amount}} de retenciones fiscales al SAT ({{from}})',
  },
} satisfies Overrides<typeof es.words>
