/** `reconnect`: Google answers only after its person has consented again. */
export const googleConnectionStates = ['connected', 'reconnect'] as const

/**
 * What came of the last question to Google. `revoked`: the consent was withdrawn; `scope`: a part of it is missing; `blocked`: the person's organisation
 * doesn't allow it; `limited`: asked too often; `misconfigured`: the firm's own client; `tooMany`: more events than are kept.
 */
export const googleProblems = [
  'revoked',
  'scope',
  'blocked',
  'limited',
  'unreachable',
  'misconfigured',
  'tooMany',
] as const
export type GoogleProblem = (typeof googleProblems)[number]
