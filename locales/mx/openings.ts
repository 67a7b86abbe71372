import type es from '../es/openings.ts'
import type { Overrides } from '../shape.ts'

export default {
  quote: { rate: 'Tasa nominal' },
} satisfies Overrides<typeof es>
