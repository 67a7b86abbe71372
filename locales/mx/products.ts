import type es from '../es/products.ts'
import type { Overrides } from '../shape.ts'

export default {
  product: { waitingRates: 'Hay un cambio de tasas por aprobar.' },
  create: { lead: 'Existe cuando otra persona lo apruebe, con sus primeras tasas.' },
  rates: { lead: 'Sustituye a la tarifa anterior desde su día. Las cuentas abiertas conservan su tasa.' },
} satisfies Overrides<typeof es>
