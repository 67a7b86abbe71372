import type es from '../es/study.ts'
import type { Overrides } from '../shape.ts'

export default {
  fields: { effectiveRate: 'GAT nominal' },
} satisfies Overrides<typeof es>
