/** `deleted` is cancelled, with its reason: the row stays. */
export const followUpStates = ['in_progress', 'finished', 'deleted'] as const
export type FollowUpState = (typeof followUpStates)[number]

export const followUpPriorities = ['low', 'normal', 'high'] as const
export type FollowUpPriority = (typeof followUpPriorities)[number]
