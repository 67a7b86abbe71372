/** A meeting with a stage is a review: the stage is that of whom it is about, once it was held. */
export const meetingStages = ['r1', 'r2', 'r3', 'r4'] as const
export type MeetingStage = (typeof meetingStages)[number]

export const meetingStates = ['scheduled', 'held', 'no_show', 'canceled'] as const
export type MeetingState = (typeof meetingStates)[number]

export const attendeeAnswers = ['pending', 'accepted', 'tentative', 'declined'] as const

/** Of a meeting that repeats: that one, those that come after it too, or all that are planned. */
export const seriesScopes = ['this', 'following', 'all'] as const
export type SeriesScope = (typeof seriesScopes)[number]
