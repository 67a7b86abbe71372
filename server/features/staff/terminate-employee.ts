import { type Kysely, sql } from 'kysely'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { terminateEmployee as contract, keepEmployee as keepContract } from '#contract/staff.ts'
import type { DB } from '#db/types.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { keepAnAdministrator } from '#server/domain/last-administrator.ts'
import { notifyDirectionEnded } from '#server/domain/notify-approvers.ts'
import { assertNotOwnEmployee } from '#server/domain/too-near.ts'
import { lockEmployee } from './employee.queries.ts'
import { lockTree } from './tree.ts'

/**
 * What would still hang on somebody on the day after their last: clients that no accepted handover takes by then, handovers that would
 * bring them clients, and people who report to them, or will.
 */
const leftBehind = async (tx: Kysely<DB>, employeeId: string, lastDay: string) => {
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

const checkLeaves = async (tx: Kysely<DB>, employeeId: string, lastDay: string): Promise<void> => {
  const { clients, handovers, team } = await leftBehind(tx, employeeId, lastDay)
  if (clients > 0 || handovers > 0)
    throw refuse('employee.hasClients', { fields: { clients: String(clients), handovers: String(handovers) } })
  if (team > 0) throw refuse('employee.hasTeam', { fields: { team: String(team) } })
}

/** Somebody with a last day is no administrator to count on: another has to be left. */
const checkAdministrators = async (tx: Kysely<DB>, ctx: Ctx, cvl: string): Promise<void> => {
  const { rows } =
    await sql`select from registry.own_people() p where p.cvl = ${cvl} and p.role = 'admin' and p.ended_at is null`.execute(
      tx,
    )
  if (rows.length > 0) await keepAnAdministrator(tx, ctx.businessDate)
}

/** Sets the last day: today, or one to come. Nothing may hang on them by then; their access ends when that day is over. */
export const terminateEmployee = async (
  ctx: Ctx,
  { params: { employeeId }, body: { version, lastDay, reason } }: Parsed<typeof contract>,
): Promise<Answer<typeof contract>> =>
  ctx.db.transaction().execute(async (tx) => {
    await lockTree(tx)
    const employee = await lockEmployee({ ...ctx, db: tx }, employeeId)
    const { terminatedOn, hiredOn } = employee
    if (lastDay < ctx.businessDate) throw refuse('request.invalid', { fields: { lastDay: 'beforeToday' } })
    if (hiredOn !== null && lastDay < hiredOn) throw refuse('request.invalid', { fields: { lastDay: 'order' } })
    await assertNotOwnEmployee(tx, ctx, employeeId)
    if (terminatedOn !== null && terminatedOn < ctx.businessDate) throw refuse('employee.ended')
    if (employee.version !== version) throw refuse('conflict.changed')
    await checkLeaves(tx, employeeId, lastDay)
    await tx
      .updateTable('employee')
      .set({ terminatedOn: lastDay, version: version + 1 })
      .where('id', '=', employeeId)
      .execute()
    await checkAdministrators(tx, ctx, employee.cvl)
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
    await audit(tx, ctx, {
      action: 'employee.terminated',
      entity: 'employee',
      entityId: employeeId,
      before: { terminatedOn },
      after: { terminatedOn: lastDay, reason },
    })
    return { version: version + 1 }
  })

/** Takes a last day back that isn't over. */
export const keepEmployee = async (
  ctx: Ctx,
  { params: { employeeId } }: Parsed<typeof keepContract>,
): Promise<Answer<typeof keepContract>> =>
  ctx.db.transaction().execute(async (tx) => {
    await lockTree(tx)
    const { terminatedOn, version } = await lockEmployee({ ...ctx, db: tx }, employeeId)
    if (terminatedOn === null) throw refuse('conflict.changed')
    await assertNotOwnEmployee(tx, ctx, employeeId)
    if (terminatedOn < ctx.businessDate) throw refuse('employee.ended')
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
    await audit(tx, ctx, {
      action: 'employee.kept',
      entity: 'employee',
      entityId: employeeId,
      before: { terminatedOn },
      after: { terminatedOn: null },
    })
    return { version: version + 1 }
  })
