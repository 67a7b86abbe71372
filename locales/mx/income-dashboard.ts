import type * as es from '../es/income-dashboard.ts'
import type { Overrides } from '../shape.ts'

export default { box: { withdrawals: 'Retiros pendientes de pago' } } satisfies Overrides<typeof es.default>
