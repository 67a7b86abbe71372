import type es from '../es/taxes.ts'
import type { Overrides } from '../shape.ts'

export default {
  check: {
    ledger: 'SAT, retenciones fiscales (contabilidad)',
    paid: 'Pagado al SAT',
  },
  owed: {
    lead: 'Retención fiscal de cada mes por modelo, importe pagado al SAT y pendiente. La suma de las declaraciones es el saldo de la cuenta del SAT.',
    pay: {
      title: 'Pago al SAT',
    },
  },
} satisfies Overrides<typeof es>
