import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { revealEmployeeSensitiveData } from '#contract/staff.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { lockEmployee } from './employee.queries.ts'

const emptySecrets = { iban: null, payrollAccount: null, socialSecurityNumber: null }

/** Bank accounts and social security number in clear, for whoever may change them; who looked stands in the audit. */
export const revealEmployeeSecrets = async (
  ctx: Ctx,
  { params: { employeeId } }: ParsedRequest<typeof revealEmployeeSensitiveData>,
): Promise<ResponseBody<typeof revealEmployeeSensitiveData>> =>
  ctx.db.transaction().execute(async (tx) => {
    await lockEmployee({ ...ctx, db: tx }, employeeId)
    const found = await tx
      .selectFrom('employeeDetail')
      .select(['iban', 'payrollAccount', 'socialSecurityNumber'])
      .where('employeeId', '=', employeeId)
      .executeTakeFirst()
    const shown = found ?? emptySecrets
    const fields = Object.entries(shown).flatMap(([field, value]) => (value === null ? [] : [field]))
    await recordAuditEvent(tx, ctx, {
      action: 'employee.secretsShown',
      entity: 'employee',
      entityId: employeeId,
      after: { fields },
    })
    return shown
  })
