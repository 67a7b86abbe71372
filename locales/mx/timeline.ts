import type es from '../es/timeline.ts'
import type { Overrides } from '../shape.ts'
import { actions, tasks, timelineEntries, timelineKinds, timelineStates } from './written/words.ts'

export default {
  kinds: timelineKinds,
  entries: { ...timelineEntries, change: actions, approval: tasks },
  states: timelineStates,
} satisfies Overrides<typeof es>
