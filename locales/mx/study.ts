import type es from '../es/study.ts'
import type { Overrides } from '../shape.ts'

export default {
  fields: { effectiveRate: 'GAT nominal' },
  paper: { noRate: 'Sin tasa para este importe y plazo' },
} satisfies Overrides<typeof es>
