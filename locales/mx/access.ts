import type es from '../es/access.ts'
import type { Overrides } from '../shape.ts'
import { modules } from './written/words.ts'

export default { modules } satisfies Overrides<typeof es>
