/** Of somebody alone, or of them with everybody under them. */
export const goalKinds = ['individual', 'team'] as const
export type GoalKind = (typeof goalKinds)[number]

/** What counts towards a goal: captation as it came in, or less what was withdrawn and cancelled. */
export const goalMeasures = ['gross', 'net'] as const
export type GoalMeasure = (typeof goalMeasures)[number]

/** Set, added up from the goals of the people of a team, or not there. */
export const goalSources = ['set', 'sum', 'none'] as const

/** How a member of staff stands to their goal: at or above its part to date, below it, or without one. */
export const goalStates = ['onTrack', 'behind', 'none'] as const
export type GoalState = (typeof goalStates)[number]
