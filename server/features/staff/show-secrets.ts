import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { showEmployeeSecrets } from '#contract/staff.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { lockEmployee } from './employee.queries.ts'

const nothing = { iban: null, payrollAccount: null, socialSecurityNumber: null }

/** Bank accounts and social security number in clear, for whoever may change them; who looked stands in the audit. */
export const showSecrets = async (
  ctx: Ctx,
  { params: { employeeId } }: Parsed<typeof showEmployeeSecrets>,
): Promise<Answer<typeof showEmployeeSecrets>> =>
  ctx.db.transaction().execute(async (tx) => {
    await lockEmployee({ ...ctx, db: tx }, employeeId)
    const found = await tx
      .selectFrom('employeeDetail')
      .select(['iban', 'payrollAccount', 'socialSecurityNumber'])
      .where('employeeId', '=', employeeId)
      .executeTakeFirst()
    const shown = found ?? nothing
    const fields = Object.entries(shown).flatMap(([field, value]) => (value === null ? [] : [field]))
    await audit(tx, ctx, {
      action: 'employee.secretsShown',
      entity: 'employee',
      entityId: employeeId,
      after: { fields },
    })
    return shown
  })
