import type { Kysely } from 'kysely'
import type { Proposed } from '#contract/approvals.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { propose } from '#server/domain/approvals.ts'
import { maskedNumber } from '#server/domain/masked.ts'
import { notifyEmployee } from '#server/domain/notify-employee.ts'
import { tracePurpose, tracesOf } from '#server/domain/staff-traces.ts'
import { type Accounts, accountFields, accountTask, lockAccounts, paidLink } from './account-task.ts'

/** The number by its last four signs; null where there is none. */
const shown = (accounts: Partial<Accounts>) =>
  Object.fromEntries(Object.entries(accounts).map(([field, number]) => [field, number && maskedNumber(number)]))

type Subject = { id: string; cvl: string }

/**
 * Asks for other accounts to which a member of staff is paid. Nothing to ask for: null. Refused without a reason, and with
 * `employee.accountWaits` while another change of theirs waits. The caller has locked the record.
 */
export const proposeAccounts = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  { employee, accounts, reason }: { employee: Subject; accounts: Partial<Accounts>; reason: string | undefined },
  { serving }: Raw,
): Promise<Proposed | null> => {
  const fields = accountFields.filter((field) => accounts[field] !== undefined)
  if (fields.length === 0) return null
  if (!reason) throw refuse('request.invalid', { fields: { reason: 'required' } })
  const known = await lockAccounts(tx, employee.id)
  const seen = Object.fromEntries(fields.map((field) => [field, known[field]])) as Partial<Accounts>
  const now = serving.clock()
  const made = await tx
    .insertInto('employeeAccountChange')
    .values({
      ...{ employeeId: employee.id, askedBy: ctx.person.userId, askedAt: new Date(now).toISOString() },
      ...{ setsIban: accounts.iban !== undefined, iban: accounts.iban ?? null, seenIban: seen.iban ?? null },
      ...{ setsPayrollAccount: accounts.payrollAccount !== undefined, payrollAccount: accounts.payrollAccount ?? null },
      seenPayrollAccount: seen.payrollAccount ?? null,
    })
    .onConflict((conflict) => conflict.column('employeeId').where('state', '=', 'asked').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) throw refuse('employee.accountWaits')
  const box = serving.boxOf(tracePurpose)
  const audited = { before: tracesOf(box, seen), after: tracesOf(box, accounts) }
  const proposed = await propose(
    tx,
    ctx,
    accountTask,
    {
      ...{ payload: { changeId: made.id, ...audited }, reason, entity: 'employee', entityId: employee.id },
      ...{ params: { who: employee.cvl }, before: shown(seen), after: shown(accounts), audited },
      about: { employeeId: employee.id },
      liesWith: employee.id,
    },
    now,
  )
  const { approvalId } = proposed
  if (approvalId === null) return proposed
  await tx.updateTable('employeeAccountChange').set({ approvalId }).where('id', '=', made.id).execute()
  const params = { by: ctx.person.fullName }
  await notifyEmployee(tx, employee.id, { kind: 'employee.accountProposed', params, link: paidLink })
  return proposed
}
