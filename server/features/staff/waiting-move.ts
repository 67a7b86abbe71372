import { sql } from 'kysely'
import type { EmployeeDetail } from '#contract/staff.ts'
import { pendingEmployeeChangeSql } from '#server/domain/pending-employee-change.ts'

/** The move of the employee `e` that waits for its second person: under whom, from when on, and who wants it. */
export const waitingMoveSql = (now: string) =>
  pendingEmployeeChangeSql<EmployeeDetail['moveWaiting']>(
    'staffMove',
    now,
    sql`'supervisorName', a.params ->> 'to', 'effectiveOn', a.payload ->> 'effectiveOn'`,
  )
