import { type Kysely, sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type * as contract from '#contract/staff.ts'
import type { DB } from '#db/types.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { runWrite } from '#server/core/write-transaction.ts'
import { addOfficeNames, staffAuditPurpose, toMaskedAuditValues } from '#server/domain/staff-audit-values.ts'
import { lockOfficeZones } from '#server/domain/zone-gains.ts'
import { checkEmployeeFields } from './check-employee-fields.ts'
import { proposeSalaryAccounts } from './propose-salary-accounts.ts'
import { assertSupervisorVisible, canPlaceEmployee, findCvl, shareSupervisorTree } from './supervisor-tree.ts'

/** Whoever makes a record sees it: under somebody of theirs, or in their zone. */
const assertPlacementAllowed = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  supervisorId: string | null,
  officeId: string,
): Promise<void> => {
  await lockOfficeZones(tx, [officeId])
  const office = await tx.selectFrom('office').select('zoneId').where('id', '=', officeId).executeTakeFirst()
  if (!office) throw buildRefusal('request.invalid', { fields: { officeId: 'unknown' } })
  if (!canPlaceEmployee(ctx, supervisorId, office.zoneId))
    throw buildRefusal('request.invalid', { fields: { supervisorId: 'outOfReach' } })
}

/**
 * A new member of staff with a CVL of their own; whom they report to is the beginning of that history. The accounts to which they are paid
 * wait for a second person.
 */
export const createEmployee = async (
  ctx: Ctx,
  { body: { supervisorId, reason, ...fields } }: ParsedRequest<typeof contract.createEmployee>,
  raw: HttpContext,
): Promise<ResponseBody<typeof contract.createEmployee>> =>
  runWrite(ctx.tenant, async (tx) => {
    await shareSupervisorTree(tx)
    await assertSupervisorVisible({ ...ctx, db: tx }, supervisorId)
    await assertPlacementAllowed(tx, ctx, supervisorId, fields.officeId)
    const { values, accounts, employee, detail } = await checkEmployeeFields(tx, ctx, fields, null)
    const { rows } = await sql<{ cvl: string }>`select next_cvl(${tenantFacts[ctx.prefix].cvlLetter}) as cvl`.execute(
      tx,
    )
    const { name, position, officeId } = fields
    const made = await tx
      .insertInto('employee')
      .values({ ...employee, name, position, officeId, cvl: rows[0]!.cvl, supervisorId })
      .returning(['id', 'cvl', 'hiredOn'])
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('employeeDetail')
      .values({ ...detail, employeeId: made.id })
      .execute()
    const at = new Date(raw.deps.clock()).toISOString()
    const by = { createdAt: at, createdBy: ctx.person.userId, appliedAt: at }
    if (supervisorId !== null)
      await tx
        .insertInto('supervisorMove')
        .values({ employeeId: made.id, supervisorId, effectiveOn: made.hiredOn ?? ctx.businessDate, ...by })
        .execute()
    const supervisor = await findCvl(tx, supervisorId)
    const after = toMaskedAuditValues(
      raw.deps.getSecretBox(staffAuditPurpose),
      await addOfficeNames(tx, { ...values, cvl: made.cvl, supervisor }),
    )
    await recordAuditEvent(tx, ctx, { action: 'employee.created', entity: 'employee', entityId: made.id, after })
    const accountChange = await proposeSalaryAccounts(tx, ctx, { employee: made, accounts, reason }, raw)
    return { id: made.id, cvl: made.cvl, accountChange }
  })
