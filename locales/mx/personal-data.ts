import type es from '../es/personal-data.ts'
import type { Overrides } from '../shape.ts'
import { personalTables } from './written/words.ts'

export default { tables: personalTables } satisfies Overrides<typeof es>
