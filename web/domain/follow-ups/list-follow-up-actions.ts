import type { FollowUpState } from '#contract/follow-ups/words.ts'

export type FollowUpAction = 'finish' | 'edit' | 'cancel' | 'reopen'

/** What can be done with a follow-up: one in progress is finished, changed or cancelled, a closed one taken up again. */
export const listFollowUpActions = (state: FollowUpState, mayEdit: boolean): FollowUpAction[] => {
  if (!mayEdit) return []
  return state === 'in_progress' ? ['finish', 'edit', 'cancel'] : ['reopen']
}
