import type es from '../es/common.ts'
import type { Overrides } from '../shape.ts'

export default {
  effectiveRate: 'GAT nominal',
} satisfies Overrides<typeof es>
