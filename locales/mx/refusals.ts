import type es from '../es/refusals.ts'
import type { Overrides } from '../shape.ts'
import { refusals } from './written/refusals.ts'

export default {
  codes: {
    ...refusals,
  },
} satisfies Overrides<typeof es>
