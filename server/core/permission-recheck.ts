import type { EndpointSpec } from '#contract/core/endpoint.ts'
import { type Clock, getBusinessDate } from './clock.ts'
import type { Ctx } from './ctx.ts'
import { buildRefusal } from './errors.ts'
import { coversScopes } from './rights.ts'
import { loadSessionUser, type SessionUser, ViewEndedError } from './session.ts'
import { assertSessionStateAllows } from './session-state-check.ts'

/** How long the answer counts, in ms: short beside a download, long beside the question. */
const recheckIntervalMs = 1000

/** What is theirs as the database has it now, in whoever's view they work by now. */
const loadOwnRights = ({ tenant, person: { sessionId, userId }, prefix }: Ctx, clock: Clock) =>
  loadSessionUser(tenant, { sessionId, userId, prefix }, clock(), getBusinessDate(prefix, clock)).catch(
    (error: unknown): Pick<SessionUser, 'ownRights' | 'states' | 'maintenance'> => {
      if (error instanceof ViewEndedError) return error.own
      throw error
    },
  )

/**
 * For answers that take long: to be called between their parts, it throws once whoever asked may not have the rest. Their session is
 * over, or in a state in which the call would be refused if it began now, the permission is gone, or it reaches less than it did. In whose view they work may change meanwhile: the answer is of
 * the view in which it was begun, and goes on for as long as they may see as themselves what it holds.
 */
export const buildPermissionRecheck = (ctx: Ctx, endpoint: EndpointSpec, clock: Clock): (() => Promise<void>) => {
  const { module, action } = endpoint
  let checkedAt = clock()
  return async () => {
    if (clock() - checkedAt < recheckIntervalMs) return
    checkedAt = clock()
    const { ownRights, ...sessionStatus } = await loadOwnRights(ctx, clock)
    assertSessionStateAllows(sessionStatus, endpoint)
    if (!module) return
    if (!ownRights.may(module, action) || !coversScopes(ownRights.getScopes(module, action), ctx.scopes))
      throw buildRefusal('permission.missing')
  }
}

/** The parts of an answer for as long as whoever asked may have them: one that is refused its rest breaks off. */
export async function* streamWhilePermitted<T>(
  parts: AsyncIterable<T>,
  recheckPermission: () => Promise<void>,
): AsyncGenerator<T> {
  for await (const part of parts) {
    await recheckPermission()
    yield part
  }
}
