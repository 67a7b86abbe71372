import type { Kysely } from 'kysely'
import type { ProposalResult } from '#contract/approvals.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { proposeForApproval } from '#server/domain/approvals.ts'
import { maskAccountNumber } from '#server/domain/mask-identifiers.ts'
import { notifyEmployee } from '#server/domain/notify-employee.ts'
import { staffAuditPurpose, toMaskedAuditValues } from '#server/domain/staff-audit-values.ts'
import {
  lockSalaryAccounts,
  personalAreaPath,
  type SalaryAccounts,
  salaryAccountFields,
  salaryAccountTask,
} from './salary-account-task.ts'

/** The number by its last four signs; null where there is none. */
const maskAccounts = (accounts: Partial<SalaryAccounts>) =>
  Object.fromEntries(Object.entries(accounts).map(([field, number]) => [field, number && maskAccountNumber(number)]))

type SubjectEmployee = { id: string; cvl: string }

/**
 * Asks for other accounts to which a member of staff is paid. Nothing to ask for: null. Refused without a reason, and with
 * `employee.accountWaits` while another change of theirs waits. The caller has locked the record.
 */
export const proposeSalaryAccounts = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  {
    employee,
    accounts,
    reason,
  }: { employee: SubjectEmployee; accounts: Partial<SalaryAccounts>; reason: string | undefined },
  { deps }: HttpContext,
): Promise<ProposalResult | null> => {
  const fields = salaryAccountFields.filter((field) => accounts[field] !== undefined)
  if (fields.length === 0) return null
  if (!reason) throw buildRefusal('request.invalid', { fields: { reason: 'required' } })
  const known = await lockSalaryAccounts(tx, employee.id)
  const seen = Object.fromEntries(fields.map((field) => [field, known[field]])) as Partial<SalaryAccounts>
  const now = deps.clock()
  const made = await tx
    .insertInto('employeeAccountChange')
    .values({
      employeeId: employee.id,
      askedBy: ctx.person.userId,
      askedAt: new Date(now).toISOString(),
      setsIban: accounts.iban !== undefined,
      iban: accounts.iban ?? null,
      seenIban: seen.iban ?? null,
      setsPayrollAccount: accounts.payrollAccount !== undefined,
      payrollAccount: accounts.payrollAccount ?? null,
      seenPayrollAccount: seen.payrollAccount ?? null,
    })
    .onConflict((conflict) => conflict.column('employeeId').where('state', '=', 'asked').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) throw buildRefusal('employee.accountWaits')
  const box = deps.getSecretBox(staffAuditPurpose)
  const audited = { before: toMaskedAuditValues(box, seen), after: toMaskedAuditValues(box, accounts) }
  const proposed = await proposeForApproval(
    tx,
    ctx,
    salaryAccountTask,
    {
      payload: { changeId: made.id, ...audited },
      reason,
      entity: 'employee',
      entityId: employee.id,
      params: { who: employee.cvl },
      before: maskAccounts(seen),
      after: maskAccounts(accounts),
      audited,
      about: { employeeId: employee.id },
      assigneeId: employee.id,
    },
    now,
  )
  const { approvalId } = proposed
  if (approvalId === null) return proposed
  await tx.updateTable('employeeAccountChange').set({ approvalId }).where('id', '=', made.id).execute()
  const params = { by: ctx.person.fullName }
  await notifyEmployee(tx, employee.id, { kind: 'employee.accountProposed', params, link: personalAreaPath })
  return proposed
}
