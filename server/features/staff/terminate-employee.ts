import { type Kysely, sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type * as moves from '#contract/staff/moves.ts'
import type { DB } from '#db/types.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { assertNotRelatedEmployee } from '#server/domain/conflict-of-interest.ts'
import { assertAdministratorRemains } from '#server/domain/last-administrator.ts'
import { notifyDirectionEnded } from '#server/domain/notify-approvers.ts'
import { lockEmployee } from './employee.queries.ts'
import { lockSupervisorTree } from './supervisor-tree.ts'

/**
 * What would still hang on somebody on the day after their last: clients that no accepted handover takes by then, handovers that would
 * bring them clients, and people who report to them, or will.
 */
const countOpenDuties = async (tx: Kysely<DB>, employeeId: string, lastDay: string) => {
  const { rows } = await sql<{ clients: number; handovers: number; team: number }>`
    select
      (select count(*)::int from client_staff l
        where l.employee_id = ${employeeId} and (l.valid_to is null or l.valid_to > ${lastDay}) and not exists (
          select from handover h join handover_client c on c.handover_id = h.id
           where h.state = 'accepted' and h.role = l.role and h.to_id <> ${employeeId} and h.effective_on <= ${lastDay}::date + 1
             and c.client_id = l.client_id and c.from_id = ${employeeId})) as clients,
      (select count(*)::int from handover h where h.to_id = ${employeeId} and h.state = 'accepted') as handovers,
      (select count(*)::int from employee r
        where (r.terminated_on is null or r.terminated_on > ${lastDay}) and r.id <> ${employeeId}
          and case when exists (select from supervisor_move w where w.employee_id = r.id and w.supervisor_id = ${employeeId}
                                   and w.applied_at is null and w.canceled_at is null and w.failure is null) then true
                   else r.supervisor_id = ${employeeId} and not exists (
                     select from supervisor_move w where w.employee_id = r.id and w.effective_on <= ${lastDay}::date + 1
                        and w.applied_at is null and w.canceled_at is null and w.failure is null) end) as team`.execute(
    tx,
  )
  return rows[0]!
}

const assertNothingLeftBehind = async (tx: Kysely<DB>, employeeId: string, lastDay: string): Promise<void> => {
  const { clients, handovers, team } = await countOpenDuties(tx, employeeId, lastDay)
  if (clients > 0 || handovers > 0)
    throw buildRefusal('employee.hasClients', { fields: { clients: String(clients), handovers: String(handovers) } })
  if (team > 0) throw buildRefusal('employee.hasTeam', { fields: { team: String(team) } })
}

/** Somebody with a last day is no administrator to count on: another has to be left. */
const assertNotLastAdministrator = async (tx: Kysely<DB>, ctx: Ctx, cvl: string): Promise<void> => {
  const { rows } =
    await sql`select from registry.own_people() p where p.cvl = ${cvl} and p.role = 'admin' and p.ended_at is null`.execute(
      tx,
    )
  if (rows.length > 0) await assertAdministratorRemains(tx, ctx.businessDate)
}

/** Sets the last day: today, or one to come. Nothing may hang on them by then; their access ends when that day is over. */
export const terminateEmployee = async (
  ctx: Ctx,
  { params: { employeeId }, body: { version, lastDay, reason } }: ParsedRequest<typeof moves.terminateEmployee>,
): Promise<ResponseBody<typeof moves.terminateEmployee>> =>
  ctx.db.transaction().execute(async (tx) => {
    await lockSupervisorTree(tx)
    const employee = await lockEmployee({ ...ctx, db: tx }, employeeId)
    const { terminatedOn, hiredOn } = employee
    if (lastDay < ctx.businessDate) throw buildRefusal('request.invalid', { fields: { lastDay: 'beforeToday' } })
    if (hiredOn !== null && lastDay < hiredOn) throw buildRefusal('request.invalid', { fields: { lastDay: 'order' } })
    await assertNotRelatedEmployee(tx, ctx, employeeId)
    if (terminatedOn !== null && terminatedOn < ctx.businessDate) throw buildRefusal('employee.ended')
    if (employee.version !== version) throw buildRefusal('conflict.changed')
    await assertNothingLeftBehind(tx, employeeId, lastDay)
    await tx
      .updateTable('employee')
      .set({ terminatedOn: lastDay, version: version + 1 })
      .where('id', '=', employeeId)
      .execute()
    await assertNotLastAdministrator(tx, ctx, employee.cvl)
    const { rows: directors } = await sql<{ name: string }>`
      select full_name as name from registry.own_people() where cvl = ${employee.cvl} and role = 'direction' and ended_at is null`.execute(
      tx,
    )
    if (directors[0]) await notifyDirectionEnded(tx, ctx, directors[0].name)
    await tx
      .insertInto('employeeDetail')
      .values({ employeeId, terminationReason: reason })
      .onConflict((conflict) => conflict.column('employeeId').doUpdateSet({ terminationReason: reason }))
      .execute()
    await recordAuditEvent(tx, ctx, {
      action: 'employee.terminated',
      entity: 'employee',
      entityId: employeeId,
      before: { terminatedOn },
      after: { terminatedOn: lastDay, reason },
    })
    return { version: version + 1 }
  })

/** Takes a last day back that isn't over. */
export const cancelTermination = async (
  ctx: Ctx,
  { params: { employeeId } }: ParsedRequest<typeof moves.cancelTermination>,
): Promise<ResponseBody<typeof moves.cancelTermination>> =>
  ctx.db.transaction().execute(async (tx) => {
    await lockSupervisorTree(tx)
    const { terminatedOn, version } = await lockEmployee({ ...ctx, db: tx }, employeeId)
    if (terminatedOn === null) throw buildRefusal('conflict.changed')
    await assertNotRelatedEmployee(tx, ctx, employeeId)
    if (terminatedOn < ctx.businessDate) throw buildRefusal('employee.ended')
    await tx
      .updateTable('employee')
      .set({ terminatedOn: null, version: version + 1 })
      .where('id', '=', employeeId)
      .execute()
    await tx
      .updateTable('employeeDetail')
      .set({ terminationReason: null })
      .where('employeeId', '=', employeeId)
      .execute()
    await recordAuditEvent(tx, ctx, {
      action: 'employee.kept',
      entity: 'employee',
      entityId: employeeId,
      before: { terminatedOn },
      after: { terminatedOn: null },
    })
    return { version: version + 1 }
  })
