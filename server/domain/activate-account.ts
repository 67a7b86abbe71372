import { type Kysely, sql } from 'kysely'
import { addMonths, isoDay, parseDay } from '#db/calendar.ts'
import type { DB } from '#db/types.ts'
import { audit } from '#server/core/audit.ts'
import type { Doer } from '#server/core/task.ts'
import { centsOf } from './cents.ts'

type Waiting = {
  agreed: string
  principal: string
  /** The value date on which all of it was there; null as long as some of it is missing. */
  completeOn: string | null
  rate: string
  /** Of the tariff of today, for what has come; null where there is none. */
  rateToday: string | null
  offerUntil: string | null
  termMonths: number | null
}

const findWaiting = async (tx: Kysely<DB>, accountId: string, today: string): Promise<Waiting | undefined> => {
  const { rows } = await sql<Waiting>`
    select a.agreed_amount as agreed, b.principal, a.rate, a.offer_until as "offerUntil", a.term_months as "termMonths",
           product_rate_on(a.product_id, ${today}::date, b.principal, a.term_months) as "rateToday",
           (select min(d.value_date) from (
              select j.value_date, sum(sum(-l.amount)) over (order by j.value_date) as so_far
                from posting l join journal j on j.id = l.journal_id
               where l.account_id = a.id and l.ledger = 3 group by j.value_date) d where d.so_far >= a.agreed_amount) as "completeOn"
      from account a join account_balance b on b.account_id = a.id
     where a.id = ${accountId} and a.status = 'pending' and a.approval_id is null`.execute(tx)
  return rows[0]
}

/**
 * Opens an account that waits, if nothing is missing any more: the agreed amount is there, and nobody's word is waited for. It earns from the
 * value date on which the money was complete, or from `notBefore`. Within the offer at the agreed rate, later at that of today. Leaves any other
 * account as it is. The caller has locked the account, and refreshes the client's list row.
 */
export const activateAccount = async (
  tx: Kysely<DB>,
  doer: Doer,
  accountId: string,
  { notBefore }: { notBefore?: string } = {},
): Promise<'active' | 'waiting'> => {
  const found = await findWaiting(tx, accountId, doer.businessDate)
  // What was taken back again is missing, whenever it had been complete.
  if (!found?.completeOn || centsOf(found.principal) < centsOf(found.agreed)) return 'waiting'
  const late = found.offerUntil !== null && found.offerUntil < doer.businessDate
  const rate = late && found.rateToday !== null ? found.rateToday : found.rate
  const openedOn = notBefore !== undefined && notBefore > found.completeOn ? notBefore : found.completeOn
  const expiresOn = found.termMonths === null ? null : isoDay(addMonths(parseDay(openedOn), found.termMonths))
  await tx
    .updateTable('account')
    .set({ status: 'active', openedOn, expiresOn, rate, version: sql`version + 1` })
    .where('id', '=', accountId)
    .execute()
  await audit(tx, doer, {
    action: 'account.activated',
    entity: 'account',
    entityId: accountId,
    before: { status: 'pending', agreed: found.agreed, rate: found.rate },
    after: { status: 'active', received: found.principal, rate, openedOn, expiresOn },
  })
  return 'active'
}
