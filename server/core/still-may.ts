import type { EndpointSpec } from '#contract/core/endpoint.ts'
import { businessDate, type Clock } from './clock.ts'
import type { Ctx } from './ctx.ts'
import { refuse } from './errors.ts'
import { refuseState } from './refuse-state.ts'
import { holdAtLeast } from './rights.ts'
import { type Person, personOf, ViewEnded } from './session.ts'

/** How long the answer counts, in ms: short beside a download, long beside the question. */
const goodFor = 1000

/** What is theirs as the database has it now, in whoever's view they work by now. */
const ownNow = ({ tenant, person: { sessionId, userId }, prefix }: Ctx, clock: Clock) =>
  personOf(tenant, { sessionId, userId, prefix }, clock(), businessDate(prefix, clock)).catch(
    (error: unknown): Pick<Person, 'ownRights' | 'states' | 'maintenance'> => {
      if (error instanceof ViewEnded) return error.own
      throw error
    },
  )

/**
 * For answers that take long: to be called between their parts, it throws once whoever asked may not have the rest. Their session is
 * over, or in a state in which the call would be refused if it began now, the permission is gone, or it reaches less than it did. In whose view they work may change meanwhile: the answer is of
 * the view in which it was begun, and goes on for as long as they may see as themselves what it holds.
 */
export const stillMay = (ctx: Ctx, endpoint: EndpointSpec, clock: Clock): (() => Promise<void>) => {
  const { module, action } = endpoint
  let askedAt = clock()
  return async () => {
    if (clock() - askedAt < goodFor) return
    askedAt = clock()
    const { ownRights, ...standing } = await ownNow(ctx, clock)
    refuseState(standing, endpoint)
    if (!module) return
    if (!ownRights.may(module, action) || !holdAtLeast(ownRights.reachOf(module, action), ctx.reaches))
      throw refuse('permission.missing')
  }
}

/** The parts of an answer for as long as whoever asked may have them: one that is refused its rest breaks off. */
export async function* whileMay<T>(parts: AsyncIterable<T>, still: () => Promise<void>): AsyncGenerator<T> {
  for await (const part of parts) {
    await still()
    yield part
  }
}
