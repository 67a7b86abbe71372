import type { EndpointSpec, SessionState } from '#contract/core/endpoint.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import type { RefusalError } from '#rules/refusal-error.ts'
import { buildRefusal } from './errors.ts'
import type { SessionUser } from './session.ts'

const errorCodeByState = {
  locked: 'session.locked',
  secondFactor: 'session.secondFactor',
  enrolment: 'session.enrolment',
  maintenance: 'maintenance',
} as const satisfies Record<SessionState, ErrorCode>

type SessionStatus = Pick<SessionUser, 'states' | 'maintenance'>

/**
 * Locked, waiting for a second factor, under maintenance: only the calls that name the state pass. Null for those that do. The one rule
 * for a call that begins and for an answer that goes on.
 * See docs/decisions/0022-session-states.md
 */
export const findStateRefusal = (
  { states, maintenance }: SessionStatus,
  { allowedSessionStates }: Pick<EndpointSpec, 'method' | 'allowedSessionStates'>,
): RefusalError | null => {
  const state = states.find((one) => !allowedSessionStates?.includes(one))
  if (!state) return null
  const message = state === 'maintenance' ? maintenance?.message : undefined
  return buildRefusal(errorCodeByState[state], message ? { message } : {})
}

/** Throws what the state of the session refuses the call with. */
export const assertSessionStateAllows = (
  status: SessionStatus,
  endpoint: Pick<EndpointSpec, 'method' | 'allowedSessionStates'>,
): void => {
  const refused = findStateRefusal(status, endpoint)
  if (refused) throw refused
}
