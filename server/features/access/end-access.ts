import { sql } from 'kysely'
import type * as contract from '#contract/access.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { hasConflictOfInterest } from '#server/domain/conflict-of-interest.ts'
import { assertAdministratorRemains, lockPrefixUsers } from '#server/domain/last-administrator.ts'
import { notifyDirectionEnded } from '#server/domain/notify-approvers.ts'
import { assertFirmWide, findVisiblePerson } from './people.queries.ts'

/** Ends somebody's access and all their sessions here. No second person is asked: it may be urgent, and it takes rights away only. */
export const endAccess = (
  ctx: Ctx,
  { params, body }: ParsedRequest<typeof contract.endAccess>,
  { deps }: HttpContext,
) =>
  ctx.db.transaction().execute(async (tx) => {
    const { id, employeeId, fullName } = await findVisiblePerson({ ...ctx, db: tx }, params.userId)
    assertFirmWide(ctx)
    await lockPrefixUsers(tx)
    // Looked at again under the lock: somebody else may have ended it.
    const { state, role } = await findVisiblePerson({ ...ctx, db: tx }, id)
    if (state === 'ended') throw buildRefusal('conflict.changed')
    if (await hasConflictOfInterest(tx, ctx.person, { userId: id, employeeId, clientIds: [] }, ctx.businessDate))
      throw buildRefusal('approval.ownRecord')
    const at = new Date(deps.clock()).toISOString()
    await sql`select registry.set_own_membership_end(${id}, ${at})`.execute(tx)
    if (role === 'admin') await assertAdministratorRemains(tx, ctx.businessDate)
    if (role === 'direction') await notifyDirectionEnded(tx, ctx, fullName)
    await recordAuditEvent(tx, ctx, {
      action: 'access.ended',
      entity: 'access',
      entityId: id,
      before: { state, role },
      after: { state: 'ended', reason: body.reason },
    })
    return { ended: true as const }
  })
