/** Why something stands in the list of one's day, the most pressing first. Several kinds about one person are one row. */
export const dayReasonKinds = [
  'meeting',
  'approval',
  'stopped',
  'maturity',
  'unclosedMeeting',
  'followUp',
  'call',
  'birthday',
  'document',
  'review',
  'newContact',
] as const
export type DayReasonKind = (typeof dayReasonKinds)[number]

/** Somebody waits or money stands still; to be done today; as there is time. */
export const dayReasonLevels = ['first', 'today', 'later'] as const
export type DayLevel = (typeof dayReasonLevels)[number]

/** No row has more reasons. */
export const maxSnoozedAtOnce = 100
