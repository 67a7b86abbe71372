import { type Kysely, sql } from 'kysely'
import type { ErrorCode } from '#contract/core/errors.ts'
import type { DB } from '#db/types.ts'
import { getMonthEnd } from '#rules/calendar.ts'
import { getDayBefore } from './accounting-period.ts'

export type CloseChecks = { over: boolean; runs: boolean; verified: boolean }

/** Why a month isn't closed, by the check that fails first. */
export const getCloseRefusal = ({ over, runs, verified }: CloseChecks): ErrorCode | null =>
  !over ? 'ledger.monthNotOver' : !runs ? 'ledger.runsOpen' : !verified ? 'ledger.notVerified' : null

/**
 * Whether a month could be closed: it is over; no run for a day of it is open; and the last look at the books found nothing, and saw as many journals in
 * each month that would be closed with it as there are now.
 */
export const findCloseChecks = async (
  db: Kysely<DB>,
  { month, today, closedThrough }: { month: string; today: string; closedThrough: string | null },
): Promise<CloseChecks> => {
  const through = getMonthEnd(month)
  const after = closedThrough ?? '0001-01-01'
  const { rows } = await sql<{ runs: boolean; verified: boolean }>`
    select not exists (select from posting_run where finished_at is null and business_date <= ${through}) as runs,
           coalesce((select v.differences = 0 and not exists (
               select from (select month::text as month, sum(journals) as journals from ledger_sums(${after}::date + 1, ${through}, 0) group by 1) n
                where n.journals is distinct from (v.months ->> left(n.month, 7))::bigint)
             from (select * from ledger_verification where finished_at is not null order by id desc limit 1) v), false) as verified`.execute(
    db,
  )
  return { over: through < today, ...rows[0]! }
}

/** The month that can be closed next: the one after the last; while none was closed, the newest that is over, with all before it. */
export const getNextMonthToClose = (closedThrough: string | null, lastOver: string): string =>
  closedThrough === null ? lastOver : getDayAfter(closedThrough)

const getDayAfter = (through: string): string => {
  // The end of a month is followed by the first of the next one.
  const [year = 0, month = 0] = through.split('-').map(Number)
  return month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`
}

/** Whether a month is the one to close now: the next; while none was closed, any. */
export const isNextMonthToClose = (closedThrough: string | null, month: string): boolean =>
  closedThrough === null || getDayBefore(month) === closedThrough
