import type es from '../es/approvals.ts'
import type { Overrides } from '../shape.ts'

export default {
  tasks: { product: 'Productos y tasas', withdrawal: 'Retiro' },
  what: { productRates: 'Cambiar las tasas de {{who}}' },
  changed: {
    rates: 'Tasas por importe',
    rate: 'Tasa',
    withdrawal: 'Retiros',
    iban: 'CLABE para facturas y gastos',
    payrollAccount: 'CLABE de nómina',
  },
} satisfies Overrides<typeof es>
