import type { MeetingState } from '#contract/meetings/words.ts'

export type MeetingAction = 'held' | 'no_show' | 'edit' | 'cancel' | 'reopen'

type MeetingFacts = { state: MeetingState; hasBegun: boolean; mayEdit: boolean }

/** What can be done with a meeting: one that has begun is said to be held or missed, a planned one changed or cancelled, a closed one planned again. */
export const listMeetingActions = ({ state, hasBegun, mayEdit }: MeetingFacts): MeetingAction[] => {
  if (!mayEdit) return []
  if (state !== 'scheduled') return ['reopen']
  return [...(hasBegun ? (['held', 'no_show'] as const) : []), 'edit', 'cancel']
}
