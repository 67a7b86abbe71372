import type es from '../es/approvals.ts'
import type { Overrides } from '../shape.ts'
import { changes, tasks } from './written/words.ts'

export default { tasks, what: changes } satisfies Overrides<typeof es>
