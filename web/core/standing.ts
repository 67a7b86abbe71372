import { CallError } from './call.ts'

/** What a session can be in besides open; each has its page, and only the calls of that page are answered. */
export type Barred = 'locked' | 'secondFactor' | 'enrolment' | 'maintenance'
/** How somebody stands after signing in. */
export type Entry = 'open' | Barred
/** What a call, or another tab, has made known of the session: whoever shows pages goes where it leads. */
export type Turn = Entry | 'signedOut' | 'changed' | 'denied'
/** Why a session ended without its person's asking. */
export type Ending = 'idle' | 'expired' | 'revoked' | 'invalid' | 'elsewhere'

const bars: Record<string, Barred> = {
  'session.locked': 'locked',
  'session.secondFactor': 'secondFactor',
  'session.enrolment': 'enrolment',
  maintenance: 'maintenance',
}

/** What bars the session, where that is why a call was refused. */
export const barOf = (error: unknown): Barred | undefined => (error instanceof CallError ? bars[error.code] : undefined)

const endings: Record<string, Ending> = {
  'session.idle': 'idle',
  'session.expired': 'expired',
  'session.invalid': 'invalid',
}

/** Why a 401 ended the session. */
export const endingOf = ({ code }: CallError): Ending => endings[code] ?? 'revoked'

/** Refusals of a proof that was given, which say nothing of the session itself. */
const aboutProof = /^(signIn|google|password)\./

/** True if the refusal says that the session is over. */
export const isOver = (error: unknown): boolean =>
  error instanceof CallError && error.status === 401 && !aboutProof.test(error.code)
