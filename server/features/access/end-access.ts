import { sql } from 'kysely'
import type { endAccess as contract } from '#contract/access.ts'
import type { Parsed } from '#contract/core/endpoint.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { keepAnAdministrator, lockPeople } from '#server/domain/last-administrator.ts'
import { notifyDirectionEnded } from '#server/domain/notify-approvers.ts'
import { isTooNear } from '#server/domain/too-near.ts'
import { findPersonOf, refuseUnlessAll } from './people.queries.ts'

/** Ends somebody's access and all their sessions here. No second person is asked: it may be urgent, and it takes rights away only. */
export const endAccess = (ctx: Ctx, { params, body }: Parsed<typeof contract>, { serving }: Raw) =>
  ctx.db.transaction().execute(async (tx) => {
    const { id, employeeId, fullName } = await findPersonOf({ ...ctx, db: tx }, params.userId)
    refuseUnlessAll(ctx)
    await lockPeople(tx)
    // Looked at again under the lock: somebody else may have ended it.
    const { state, role } = await findPersonOf({ ...ctx, db: tx }, id)
    if (state === 'ended') throw refuse('conflict.changed')
    if (await isTooNear(tx, ctx.person, { userId: id, employeeId, clientIds: [] }, ctx.businessDate))
      throw refuse('approval.ownRecord')
    const at = new Date(serving.clock()).toISOString()
    await sql`select registry.set_own_membership_end(${id}, ${at})`.execute(tx)
    if (role === 'admin') await keepAnAdministrator(tx, ctx.businessDate)
    if (role === 'direction') await notifyDirectionEnded(tx, ctx, fullName)
    await audit(tx, ctx, {
      action: 'access.ended',
      entity: 'access',
      entityId: id,
      before: { state, role },
      after: { state: 'ended', reason: body.reason },
    })
    return { ended: true as const }
  })
