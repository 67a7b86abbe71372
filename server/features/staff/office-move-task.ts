import { type Kysely, sql } from 'kysely'
import type { ProposalResult } from '#contract/approvals.ts'
import type { EmployeeDetail } from '#contract/staff.ts'
import type { DB } from '#db/types.ts'
import type { ApprovalTask } from '#server/core/approval-task.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { proposeForApproval } from '#server/domain/approvals.ts'
import { pendingEmployeeChangeSql } from '#server/domain/pending-employee-change.ts'
import { lockOfficeZones, recordZoneRightGains } from '#server/domain/zone-gains.ts'
import { findNameAndCvl } from './supervisor-tree.ts'

/** The offices by their ids, with the zones in which they lay when it was proposed: another zone would be another change. */
type OfficeMove = { employeeId: string; before: string; after: string; zones: { before: string; after: string } }

/** An office in the words of an approval: its name, and the zone that whoever works there may come to see. */
const findOfficeAndZone = (tx: Kysely<DB>, id: string) =>
  tx
    .selectFrom('office as o')
    .innerJoin('zone as z', 'z.id', 'o.zoneId')
    .where('o.id', '=', id)
    .select(['o.zoneId', 'o.name', sql<string>`o.name || ' · ' || z.name`.as('label')])
    .executeTakeFirst()

/** An office of another zone for somebody: what they, and whoever sees that zone, come to see follows from it. */
export const officeMoveTask: ApprovalTask<'employeeOffice', OfficeMove> = {
  name: 'employeeOffice',
  module: 'bt_RRHH',
  secondFactor: true,
  guarded: true,
  getRecordPath: (employeeId) => employeeId && `/crm/RRHH/${employeeId}`,
  carryOut: async (tx, actor, { payload: { employeeId, before, after, zones }, now }) => {
    const employee = await tx
      .selectFrom('employee')
      .where('id', '=', employeeId)
      .select(['officeId', 'terminatedOn'])
      .forUpdate()
      .executeTakeFirst()
    await lockOfficeZones(tx, [before, after])
    const from = await findOfficeAndZone(tx, before)
    const to = await findOfficeAndZone(tx, after)
    const isAsSeen =
      employee?.officeId === before &&
      employee.terminatedOn === null &&
      from?.zoneId === zones.before &&
      to?.zoneId === zones.after
    if (!isAsSeen) throw buildRefusal('approval.changedSince')
    await tx
      .updateTable('employee')
      .set({ officeId: after, version: sql`version + 1` })
      .where('id', '=', employeeId)
      .execute()
    await recordZoneRightGains(tx, actor, [employeeId], now)
    await recordAuditEvent(tx, actor, {
      action: 'employee.changed',
      entity: 'employee',
      entityId: employeeId,
      before: { office: from.name },
      after: { office: to.name },
    })
  },
}

/** The office to which the employee `e` would go once a second person agrees, and who wants it. */
export const waitingOfficeSql = (now: string) =>
  pendingEmployeeChangeSql<EmployeeDetail['officeWaiting']>('employeeOffice', now, sql`'officeName', a.params ->> 'to'`)

/** Whether the two offices lie in one zone: then nobody comes to see anything by the change. The caller has locked both. */
export const isSameZone = async (tx: Kysely<DB>, one: string, other: string): Promise<boolean> =>
  (await findOfficeAndZone(tx, one))?.zoneId === (await findOfficeAndZone(tx, other))?.zoneId

type OfficeMoveProposal = Omit<OfficeMove, 'zones'> & { reason: string | undefined }

/**
 * Has whoever decides it agree to another zone's office. Refused without a reason, and with `employee.officeWaits` while another waits. The
 * caller has locked the record and both offices.
 */
export const proposeOfficeMove = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  { reason, ...move }: OfficeMoveProposal,
  now: number,
): Promise<ProposalResult> => {
  if (!reason) throw buildRefusal('request.invalid', { fields: { reason: 'required' } })
  const { employeeId, before, after } = move
  const waiting = await tx
    .selectFrom('employee as e')
    .where('e.id', '=', employeeId)
    .select(waitingOfficeSql(new Date(now).toISOString()).as('office'))
    .executeTakeFirst()
  if (waiting?.office) throw buildRefusal('employee.officeWaits')
  const from = await findOfficeAndZone(tx, before)
  const to = await findOfficeAndZone(tx, after)
  if (!from || !to) throw buildRefusal('request.invalid', { fields: { officeId: 'unknown' } })
  const change = {
    payload: { ...move, zones: { before: from.zoneId, after: to.zoneId } },
    reason,
    entity: 'employee',
    entityId: employeeId,
    params: { who: await findNameAndCvl(tx, employeeId), to: to.label },
    before: { office: from.label },
    after: { office: to.label },
    about: { employeeId },
    assigneeId: employeeId,
  }
  return proposeForApproval(tx, ctx, officeMoveTask, change, now)
}
