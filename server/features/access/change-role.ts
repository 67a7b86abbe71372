import type * as contract from '#contract/access.ts'
import type { ProposalResult } from '#contract/approvals.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { proposeForApproval } from '#server/domain/approvals.ts'
import { assertAdministratorRemains, lockPrefixUsers } from '#server/domain/last-administrator.ts'
import { assertFirmWide, findVisiblePerson } from './people.queries.ts'
import { formatPersonReference, roleTask } from './role-task.ts'

/** Gives somebody another role, or asks for it. */
export const changeRole = (
  ctx: Ctx,
  { params, body }: ParsedRequest<typeof contract.changePersonRole>,
  { deps }: HttpContext,
): Promise<ProposalResult> =>
  ctx.db.transaction().execute(async (tx) => {
    const person = await findVisiblePerson({ ...ctx, db: tx }, params.userId)
    assertFirmWide(ctx)
    await lockPrefixUsers(tx)
    if (person.state !== 'working') throw buildRefusal('employee.ended')
    if (body.role === body.seen) throw buildRefusal('request.invalid', { fields: { role: 'unchanged' } })
    if (person.role !== body.seen) throw buildRefusal('conflict.changed', { fields: { role: 'changed' } })
    if (person.role === 'admin') await assertAdministratorRemains(tx, ctx.businessDate, person.id)
    const from = body.seen
    const to = body.role
    return proposeForApproval(
      tx,
      ctx,
      roleTask,
      {
        payload: { kind: 'role', userId: person.id, from, to },
        reason: body.reason,
        entity: 'access',
        entityId: person.id,
        params: { change: 'role', who: formatPersonReference(person), from, to },
        before: { role: from },
        after: { role: to },
        about: { userId: person.id, employeeId: person.employeeId },
      },
      deps.clock(),
    )
  })

/** Lets somebody in again whose access was ended, with the role they had; or asks for it. */
export const restoreAccess = (
  ctx: Ctx,
  { params, body }: ParsedRequest<typeof contract.restoreAccess>,
  { deps }: HttpContext,
): Promise<ProposalResult> =>
  ctx.db.transaction().execute(async (tx) => {
    const person = await findVisiblePerson({ ...ctx, db: tx }, params.userId)
    assertFirmWide(ctx)
    if (person.terminated) throw buildRefusal('employee.ended')
    if (person.state !== 'ended') throw buildRefusal('conflict.changed', { fields: { state: 'changed' } })
    const { id: userId, role } = person
    return proposeForApproval(
      tx,
      ctx,
      roleTask,
      {
        payload: { kind: 'restore', userId, role },
        reason: body.reason,
        entity: 'access',
        entityId: userId,
        params: { change: 'restore', who: formatPersonReference(person), to: role },
        before: { state: 'ended' },
        after: { state: 'working', role },
        about: { userId, employeeId: person.employeeId },
      },
      deps.clock(),
    )
  })
