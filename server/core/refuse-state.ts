import type { EndpointSpec, SessionState } from '#contract/core/endpoint.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import type { Refused } from '#rules/refused.ts'
import { refuse } from './errors.ts'
import type { Person } from './session.ts'

const refusalOfState = {
  locked: 'session.locked',
  secondFactor: 'session.secondFactor',
  enrolment: 'session.enrolment',
  maintenance: 'maintenance',
} as const satisfies Record<SessionState, ErrorCode>

type Standing = Pick<Person, 'states' | 'maintenance'>

/**
 * Locked, waiting for a second factor, under maintenance: only the calls that name the state pass. Null for those that do. The one rule
 * for a call that begins and for an answer that goes on.
 */
export const findStateRefusal = (
  { states, maintenance }: Standing,
  { during }: Pick<EndpointSpec, 'method' | 'during'>,
): Refused | null => {
  const state = states.find((one) => !during?.includes(one))
  if (!state) return null
  const message = state === 'maintenance' ? maintenance?.message : undefined
  return refuse(refusalOfState[state], message ? { message } : {})
}

/** Throws what the state of the session refuses the call with. */
export const refuseState = (standing: Standing, endpoint: Pick<EndpointSpec, 'method' | 'during'>): void => {
  const refused = findStateRefusal(standing, endpoint)
  if (refused) throw refused
}
