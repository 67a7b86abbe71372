import { CallError } from './call.ts'

/** What a session can be in besides open; each has its page, and only the calls of that page are answered. */
export type SessionRestriction = 'locked' | 'secondFactor' | 'enrolment' | 'maintenance'
/** How somebody stands after signing in. */
export type SessionStatus = 'open' | SessionRestriction
/** What a call, or another tab, has made known of the session: whoever shows pages goes where it leads. */
export type SessionEvent = SessionStatus | 'signedOut' | 'changed' | 'denied'
/** Why a session ended without its person's asking. */
export type SessionEndReason = 'idle' | 'expired' | 'revoked' | 'invalid' | 'elsewhere'

const restrictionsByErrorCode: Record<string, SessionRestriction> = {
  'session.locked': 'locked',
  'session.secondFactor': 'secondFactor',
  'session.enrolment': 'enrolment',
  maintenance: 'maintenance',
}

/** What bars the session, where that is why a call was refused. */
export const getSessionRestriction = (error: unknown): SessionRestriction | undefined =>
  error instanceof CallError ? restrictionsByErrorCode[error.code] : undefined

const endReasonsByErrorCode: Record<string, SessionEndReason> = {
  'session.idle': 'idle',
  'session.expired': 'expired',
  'session.invalid': 'invalid',
}

/** Why a 401 ended the session. */
export const getSessionEndReason = ({ code }: CallError): SessionEndReason => endReasonsByErrorCode[code] ?? 'revoked'

/** Refusals of a proof that was given, which say nothing of the session itself. */
const credentialErrorPattern = /^(signIn|google|password)\./

/** True if the refusal says that the session is over. */
export const isSessionEnded = (error: unknown): boolean =>
  error instanceof CallError && error.status === 401 && !credentialErrorPattern.test(error.code)
