import type es from '../es/runs.ts'
import type { Overrides } from '../shape.ts'
import { jobs } from './written/words.ts'

export default { jobs: { names: jobs } } satisfies Overrides<typeof es>
