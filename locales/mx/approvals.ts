import type es from '../es/approvals.ts'
import type { Overrides } from '../shape.ts'

export default {
  tasks: { product: 'Productos y tasas', withdrawal: 'Retiro' },
  what: {
    productRates: 'Cambiar las tasas de {{who}}',
    rateRemoved: 'Quitar la tasa de retención del {{rate}} % desde el {{from}}: {{payee}}, {{region}}',
    limitKinds: { withdrawal: 'retiro' },
  },
} satisfies Overrides<typeof es>
