import type * as es from '../es/firm-panel.ts'
import type { Overrides } from '../shape.ts'

export default { tiles: { requests: 'Retiros pendientes de pago' } } satisfies Overrides<typeof es.default>
