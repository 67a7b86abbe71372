import type es from '../es/approvals.ts'
import type { Overrides } from '../shape.ts'

export default {
  tasks: { product: 'Productos y tasas', withdrawal: 'Retiro' },
  what: { productRates: 'Cambiar las tasas de {{who}}' },
} satisfies Overrides<typeof es>
