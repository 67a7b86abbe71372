import type * as es from '../es/goals.ts'
import type { Overrides } from '../shape.ts'

export default {
  months: { out: 'Retiros y cancelaciones' },
  rules: { net: 'Captación neta de retiros y cancelaciones' },
} satisfies Overrides<typeof es.default>
