import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { shiftDay } from '#rules/calendar.ts'
import { expectedMaturityReasonsSql } from '#server/domain/maturity-reasons.ts'
import { notifyManagersOfCount } from '#server/domain/notify-managers-of-count.ts'

/** Days before a maturity on which the client's manager is told that its instruction can't be carried out. */
const noticeDays = 7

/** The business date of the last finished run before this one: what it has told of isn't told again. */
const findPreviousRunDay = async (tx: Kysely<DB>, runId: string): Promise<string | null> => {
  const { rows } = await sql<{ day: string | null }>`
    select max(business_date)::text as day from posting_run
     where kind = 'maturity' and finished_at is not null and id <> ${runId}`.execute(tx)
  return rows[0]?.day ?? null
}

/**
 * Tells managers of what can't be carried out: what has come to wait in this run, and what matures in a week, so that they can mend it before.
 * In the transaction that closes the run.
 */
export const notifyMaturities = async (
  tx: Kysely<DB>,
  { runId, day }: { runId: string; day: string },
): Promise<void> => {
  const suspendedSql = sql`select a.client_id from maturity m join account a on a.id = m.account_id where m.run_id = ${runId} and m.outcome = 'parked'`
  await notifyManagersOfCount(tx, suspendedSql, { kind: 'maturities.parked', link: '/crm/Vencimientos?view=parked' })
  const before = await findPreviousRunDay(tx, runId)
  const ahead = (from: string): string => shiftDay(from, noticeDays)
  if (before !== null && before >= day) return
  const first = ahead(before ?? shiftDay(day, -1))
  const stopped = sql`
    select a.client_id from account a join product p on p.id = a.product_id join account_balance b on b.account_id = a.id
     where a.status = 'active' and a.expires_on > greatest(${first}::date, ${day}::date) and a.expires_on <= ${ahead(day)}::date
       and ${expectedMaturityReasonsSql(day)} <> '{}'`
  await notifyManagersOfCount(tx, stopped, {
    kind: 'maturities.stopped',
    link: `/crm/Vencimientos?within=${noticeDays}&stopped=true`,
  })
}
