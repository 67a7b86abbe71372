import { type Kysely, sql } from 'kysely'
import type { Proposed } from '#contract/approvals.ts'
import type { EmployeeDetail } from '#contract/staff.ts'
import type { DB } from '#db/types.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Task } from '#server/core/task.ts'
import { propose } from '#server/domain/approvals.ts'
import { waitingChange } from '#server/domain/waiting-change.ts'
import { lockOffices, recordZoneGains } from '#server/domain/zone-gains.ts'
import { namedOf } from './tree.ts'

/** The offices by their ids, with the zones in which they lay when it was proposed: another zone would be another change. */
type OfficeMove = { employeeId: string; before: string; after: string; zones: { before: string; after: string } }

/** An office in the words of an approval: its name, and the zone that whoever works there may come to see. */
const findOffice = (tx: Kysely<DB>, id: string) =>
  tx
    .selectFrom('office as o')
    .innerJoin('zone as z', 'z.id', 'o.zoneId')
    .where('o.id', '=', id)
    .select(['o.zoneId', 'o.name', sql<string>`o.name || ' · ' || z.name`.as('label')])
    .executeTakeFirst()

/** An office of another zone for somebody: what they, and whoever sees that zone, come to see follows from it. */
export const officeMoveTask: Task<'employeeOffice', OfficeMove> = {
  name: 'employeeOffice',
  module: 'bt_RRHH',
  secondFactor: true,
  guarded: true,
  pageOf: (employeeId) => employeeId && `/crm/RRHH/${employeeId}`,
  carryOut: async (tx, doer, { payload: { employeeId, before, after, zones }, now }) => {
    const employee = await tx
      .selectFrom('employee')
      .where('id', '=', employeeId)
      .select(['officeId', 'terminatedOn'])
      .forUpdate()
      .executeTakeFirst()
    await lockOffices(tx, [before, after])
    const [from, to] = [await findOffice(tx, before), await findOffice(tx, after)]
    const isAsSeen =
      employee?.officeId === before &&
      employee.terminatedOn === null &&
      from?.zoneId === zones.before &&
      to?.zoneId === zones.after
    if (!isAsSeen) throw refuse('approval.changedSince')
    await tx
      .updateTable('employee')
      .set({ officeId: after, version: sql`version + 1` })
      .where('id', '=', employeeId)
      .execute()
    await recordZoneGains(tx, doer, [employeeId], now)
    await audit(tx, doer, {
      action: 'employee.changed',
      entity: 'employee',
      entityId: employeeId,
      before: { office: from.name },
      after: { office: to.name },
    })
  },
}

/** The office to which the employee `e` would go once a second person agrees, and who wants it. */
export const waitingOffice = (now: string) =>
  waitingChange<EmployeeDetail['officeWaiting']>('employeeOffice', now, sql`'officeName', a.params ->> 'to'`)

/** Whether the two offices lie in one zone: then nobody comes to see anything by the change. The caller has locked both. */
export const isSameZone = async (tx: Kysely<DB>, one: string, other: string): Promise<boolean> =>
  (await findOffice(tx, one))?.zoneId === (await findOffice(tx, other))?.zoneId

type Asked = Omit<OfficeMove, 'zones'> & { reason: string | undefined }

/**
 * Has whoever decides it agree to another zone's office. Refused without a reason, and with `employee.officeWaits` while another waits. The
 * caller has locked the record and both offices.
 */
export const proposeOffice = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  { reason, ...move }: Asked,
  now: number,
): Promise<Proposed> => {
  if (!reason) throw refuse('request.invalid', { fields: { reason: 'required' } })
  const { employeeId, before, after } = move
  const waiting = await tx
    .selectFrom('employee as e')
    .where('e.id', '=', employeeId)
    .select(waitingOffice(new Date(now).toISOString()).as('office'))
    .executeTakeFirst()
  if (waiting?.office) throw refuse('employee.officeWaits')
  const [from, to] = [await findOffice(tx, before), await findOffice(tx, after)]
  if (!from || !to) throw refuse('request.invalid', { fields: { officeId: 'unknown' } })
  const change = {
    payload: { ...move, zones: { before: from.zoneId, after: to.zoneId } },
    ...{ reason, entity: 'employee', entityId: employeeId },
    params: { who: await namedOf(tx, employeeId), to: to.label },
    ...{ before: { office: from.label }, after: { office: to.label } },
    ...{ about: { employeeId }, liesWith: employeeId },
  }
  return propose(tx, ctx, officeMoveTask, change, now)
}
