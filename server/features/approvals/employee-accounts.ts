import type { Kysely } from 'kysely'
import type { ApprovalDetail } from '#contract/approvals.ts'
import type { DB } from '#db/types.ts'
import { findBankName } from '#rules/bank-names.ts'

type EmployeeAccountNumbers = { iban: string | null; payrollAccount: string | null }

/** The bank of a number under that name; nothing where it isn't known. */
const getBankField = (field: 'ibanBank' | 'payrollBank', number: string | null): Record<string, string> => {
  const bank = number === null ? null : findBankName(number)
  return bank ? { [field]: bank } : {}
}

/**
 * The whole numbers, and the bank of each, of where an employee would be paid and is paid, for whoever decides it: four signs tell nobody
 * whose account it is. Undefined where the change is about something else. The row of the approval keeps the last four only.
 */
export const findEmployeeAccounts = async (
  db: Kysely<DB>,
  { task, payload }: { task: string; payload: object },
): Promise<Pick<ApprovalDetail, 'before' | 'after'> | undefined> => {
  if (task !== 'employeeAccount') return undefined
  const change = await db
    .selectFrom('employeeAccountChange')
    .where('id', '=', (payload as { changeId: string }).changeId)
    .select(['setsIban', 'iban', 'seenIban', 'setsPayrollAccount', 'payrollAccount', 'seenPayrollAccount'])
    .executeTakeFirst()
  if (!change) return undefined
  const formatAccounts = ({ iban, payrollAccount }: EmployeeAccountNumbers) => ({
    ...(change.setsIban && { iban, ...getBankField('ibanBank', iban) }),
    ...(change.setsPayrollAccount && { payrollAccount, ...getBankField('payrollBank', payrollAccount) }),
  })
  return {
    before: formatAccounts({ iban: change.seenIban, payrollAccount: change.seenPayrollAccount }),
    after: formatAccounts(change),
  }
}
