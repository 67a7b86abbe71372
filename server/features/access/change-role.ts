import type { changeRole as contract, restoreAccess as restoreContract } from '#contract/access.ts'
import type { Proposed } from '#contract/approvals.ts'
import type { Parsed } from '#contract/core/endpoint.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { propose } from '#server/domain/approvals.ts'
import { keepAnAdministrator, lockPeople } from '#server/domain/last-administrator.ts'
import { findPersonOf, refuseUnlessAll } from './people.queries.ts'
import { markOf, roleTask } from './role-task.ts'

/** Gives somebody another role, or asks for it. */
export const changeRole = (ctx: Ctx, { params, body }: Parsed<typeof contract>, { serving }: Raw): Promise<Proposed> =>
  ctx.db.transaction().execute(async (tx) => {
    const person = await findPersonOf({ ...ctx, db: tx }, params.userId)
    refuseUnlessAll(ctx)
    await lockPeople(tx)
    if (person.state !== 'working') throw refuse('employee.ended')
    if (body.role === body.seen) throw refuse('request.invalid', { fields: { role: 'unchanged' } })
    if (person.role !== body.seen) throw refuse('conflict.changed', { fields: { role: 'changed' } })
    if (person.role === 'admin') await keepAnAdministrator(tx, ctx.businessDate, person.id)
    const [from, to] = [body.seen, body.role]
    return propose(
      tx,
      ctx,
      roleTask,
      {
        payload: { kind: 'role', userId: person.id, from, to },
        reason: body.reason,
        entity: 'access',
        entityId: person.id,
        params: { change: 'role', who: markOf(person), from, to },
        before: { role: from },
        after: { role: to },
        about: { userId: person.id, employeeId: person.employeeId },
      },
      serving.clock(),
    )
  })

/** Lets somebody in again whose access was ended, with the role they had; or asks for it. */
export const restoreAccess = (
  ctx: Ctx,
  { params, body }: Parsed<typeof restoreContract>,
  { serving }: Raw,
): Promise<Proposed> =>
  ctx.db.transaction().execute(async (tx) => {
    const person = await findPersonOf({ ...ctx, db: tx }, params.userId)
    refuseUnlessAll(ctx)
    if (person.terminated) throw refuse('employee.ended')
    if (person.state !== 'ended') throw refuse('conflict.changed', { fields: { state: 'changed' } })
    const { id: userId, role } = person
    return propose(
      tx,
      ctx,
      roleTask,
      {
        payload: { kind: 'restore', userId, role },
        reason: body.reason,
        entity: 'access',
        entityId: userId,
        params: { change: 'restore', who: markOf(person), to: role },
        before: { state: 'ended' },
        after: { state: 'working', role },
        about: { userId, employeeId: person.employeeId },
      },
      serving.clock(),
    )
  })
