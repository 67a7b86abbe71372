/** Why somebody was called. */
export const callReasons = [
  'first_contact',
  'follow_up',
  'review',
  'maturity',
  'documents',
  'incident',
  'other',
] as const
export type CallReason = (typeof callReasons)[number]

/** What came of it, as people choose it. */
export const callOutcomes = ['reached', 'no_answer', 'call_back', 'meeting', 'refused', 'sold'] as const
export type CallOutcome = (typeof callOutcomes)[number]
