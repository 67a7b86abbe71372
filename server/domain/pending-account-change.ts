import { sql } from 'kysely'
import { pendingChangeFields } from './pending-employee-change.ts'

/** The change of the accounts of the employee `e` that waits for its second person: what it would set, masked, and who wants it. */
export const pendingAccountChangeSql = (now: string) => sql<{
  approvalId: string
  makerName: string | null
  madeAt: string
  fields: ('iban' | 'payrollAccount')[]
} | null>`(
  select json_build_object(${pendingChangeFields},
      'fields', array_remove(array[case when w.sets_iban then 'iban' end, case when w.sets_payroll_account then 'payrollAccount' end], null))
    from employee_account_change w join approval a on a.id = w.approval_id
   where w.employee_id = e.id and w.state = 'asked' and a.state = 'pending' and a.expires_at > ${now})`
