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
  refusals: {
    'entry.penaltyDue':
      'Disponer de ese dinero antes del vencimiento tiene penalización, y un asiento no la cobra. Solicita un retiro o cancela la cuenta.',
    'tax.overOwed': 'Supera lo que se debe al SAT por esos meses en esa fecha.',
  },
} satisfies Overrides<typeof es.words>
