import { type Kysely, sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type * as contract from '#contract/staff.ts'
import type { DB } from '#db/types.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { isStaffInScope } from '#server/core/rights.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { assertNotRelatedEmployee } from '#server/domain/conflict-of-interest.ts'
import { addOfficeNames, staffAuditPurpose, toMaskedAuditValues } from '#server/domain/staff-audit-values.ts'
import { lockOfficeZones } from '#server/domain/zone-gains.ts'
import { checkEmployeeFields } from './check-employee-fields.ts'
import { lockEmployee } from './employee.queries.ts'
import { isSameZone, proposeOfficeMove } from './office-move-task.ts'
import { proposeSalaryAccounts } from './propose-salary-accounts.ts'
import { lockSupervisorTree } from './supervisor-tree.ts'

/** All that is known of somebody, in the fields' own names. */
const findEmployeeFields = async (tx: Kysely<DB>, employee: Awaited<ReturnType<typeof lockEmployee>>) => {
  const detail = await tx
    .selectFrom('employeeDetail')
    .selectAll()
    .select(sql<string | null>`trim_scale(weekly_hours)::text`.as('weeklyHours'))
    .where('employeeId', '=', employee.id)
    .executeTakeFirst()
  return { ...detail, ...employee } as Record<string, string | number | null>
}

/** An office in another zone would take the record out of the sight of whoever sees that zone only. */
const assertOfficeAllowed = async (tx: Kysely<DB>, ctx: Ctx, employeeId: string, officeId: string): Promise<void> => {
  const office = await tx.selectFrom('office').select('zoneId').where('id', '=', officeId).executeTakeFirst()
  if (office && !isStaffInScope(ctx.scopes, employeeId, office.zoneId))
    throw buildRefusal('request.invalid', { fields: { officeId: 'outOfReach' } })
}

type FlatFields = Partial<Record<string, string | number | null>>
type EmployeeChange = { employee: { id: string; version: number }; known: FlatFields }
type UnguardedChange = { main: object; detail: object; values: FlatFields }

/** Stores what nobody else has to check, and says in the audit what it was. */
const updateUnguardedFields = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  { employee, known }: EmployeeChange,
  { main, detail, values }: UnguardedChange,
  { deps }: HttpContext,
): Promise<void> => {
  const { id: employeeId, version } = employee
  await tx
    .updateTable('employee')
    .set({ ...main, version: version + 1 })
    .where('id', '=', employeeId)
    .execute()
  await tx
    .insertInto('employeeDetail')
    .values({ ...detail, employeeId })
    .onConflict((conflict) => conflict.column('employeeId').doUpdateSet({ ...detail, employeeId }))
    .execute()
  const before = Object.fromEntries(Object.keys(values).map((field) => [field, known[field] ?? null]))
  const box = deps.getSecretBox(staffAuditPurpose)
  await recordAuditEvent(tx, ctx, {
    action: 'employee.changed',
    entity: 'employee',
    entityId: employeeId,
    before: toMaskedAuditValues(box, await addOfficeNames(tx, before)),
    after: toMaskedAuditValues(box, await addOfficeNames(tx, values)),
  })
}

/**
 * Changes what is sent; the accounts to which somebody is paid, and an office of another zone, wait for a second person. 409 `conflict.changed` where somebody else has
 * changed something since the version that the caller saw, `approval.ownRecord` where the record is the caller's own, or a relative's.
 */
export const changeEmployee = async (
  ctx: Ctx,
  { params: { employeeId }, body: { version, reason, ...fields } }: ParsedRequest<typeof contract.changeEmployee>,
  raw: HttpContext,
): Promise<ResponseBody<typeof contract.changeEmployee>> =>
  ctx.db.transaction().execute(async (tx) => {
    await lockSupervisorTree(tx)
    const employee = await lockEmployee({ ...ctx, db: tx }, employeeId)
    const known = await findEmployeeFields(tx, employee)
    const sent = await checkEmployeeFields(tx, ctx, fields, { id: employeeId, values: known })
    const { accounts, detail } = sent
    const { officeId, ...others } = sent.values
    if (Object.keys({ ...sent.values, ...accounts }).length > 0) await assertNotRelatedEmployee(tx, ctx, employeeId)
    if (employee.version !== version) throw buildRefusal('conflict.changed')
    if (officeId) await lockOfficeZones(tx, [employee.officeId, String(officeId)])
    if (officeId) await assertOfficeAllowed(tx, ctx, employeeId, String(officeId))
    const waits = Boolean(officeId) && !(await isSameZone(tx, employee.officeId, String(officeId)))
    const { officeId: _officeId, ...main } = sent.employee
    const plain = waits ? { main, detail, values: others } : { main: sent.employee, detail, values: sent.values }
    if (Object.keys(plain.values).length > 0) await updateUnguardedFields(tx, ctx, { employee, known }, plain, raw)
    const office = { employeeId, before: employee.officeId, after: String(officeId), reason }
    const officeChange = waits ? await proposeOfficeMove(tx, ctx, office, raw.deps.clock()) : null
    const accountChange = await proposeSalaryAccounts(tx, ctx, { employee, accounts, reason }, raw)
    const now = await tx.selectFrom('employee').where('id', '=', employeeId).select('version').executeTakeFirstOrThrow()
    return { version: now.version, accountChange, officeChange }
  })
