import type es from '../es/notifications.ts'
import type { Overrides } from '../shape.ts'
import { notifications } from './written/words.ts'

export default { kinds: notifications } satisfies Overrides<typeof es>
