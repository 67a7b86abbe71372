import type es from '../es/interest.ts'
import type { Overrides } from '../shape.ts'

export default {
  how: 'Cada tramo es capital × tasa × días; el último día no cuenta. Se redondea al liquidar.',
} satisfies Overrides<typeof es>
