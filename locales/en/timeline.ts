import type es from '../es/timeline.ts'
import type { Shape } from '../shape.ts'
import { actions, tasks, timelineEntries, timelineKinds, timelineStates } from './written/words.ts'

export default {
  title: 'History',
  lead: 'Everything that happened with the client, newest first.',
  loading: 'Loading the history',
  list: 'Entries of the history',
  filters: 'Filters of the history',
  kindsLabel: 'Types',
  days: 'Dates',
  all: 'All',
  from: 'From',
  to: 'To',
  search: 'Search the history',
  clear: 'Clear filters',
  empty: 'There is nothing in the history yet.',
  emptyHint: 'Movements, comments, documents and changes of the client will appear here.',
  nothing: 'Nothing matches the filters.',
  nothingHint: 'Try other dates, other types or other words.',
  older: 'Show older',
  kinds: timelineKinds,
  entries: { ...timelineEntries, change: actions, approval: tasks },
  states: timelineStates,
} satisfies Shape<typeof es>

/** What lists of all features say of this one. */
export const words = {
  timelineKinds: { call: 'Calls' },
  timelineEntries: { call: { made: 'Call', sold: 'Call with a sale' } },
}
