import { type Kysely, sql } from 'kysely'
import { buildMovesByValueDate } from '#db/earning.ts'
import type { DB } from '#db/types.ts'
import { addMonths, parseDay, toIsoDate } from '#rules/calendar.ts'
import { toCents } from '#rules/cents.ts'
import type { Actor } from '#server/core/approval-task.ts'
import { recordAuditEvent } from '#server/core/audit.ts'

type PendingAccountFunding = {
  agreed: string
  principal: string
  /** The value date on which all of it was there; null as long as some of it is missing. */
  completeOn: string | null
  rate: string
  /** The day on which the bank had all of it. */
  completeAtBank: string | null
  /** Of the tariff of that day, for what has come; null where there is none. */
  rateThen: string | null
  offerUntil: string | null
  termMonths: number | null
}

/** Money that just came: the value date with which it counts, and the day on which the bank had it. */
export type ArrivalDates = { valueDate: string; bankDay: string }

const findPendingAccountFunding = async (
  tx: Kysely<DB>,
  accountId: string,
  arrival: ArrivalDates | undefined,
): Promise<PendingAccountFunding | undefined> => {
  const { rows } = await sql<PendingAccountFunding>`
    select a.agreed_amount as agreed, b.principal, a.rate, a.offer_until as "offerUntil", a.term_months as "termMonths",
           c.complete_on as "completeOn", d.day as "completeAtBank",
           product_rate_on(a.product_id, d.day, b.principal, a.term_months) as "rateThen"
      from account a join account_balance b on b.account_id = a.id
     cross join lateral (select min(s.value_date) as complete_on from (
              select d.value_date, sum(d.amount) over (order by d.value_date) as so_far
                from (${buildMovesByValueDate(sql, { lines: sql`true`, paid: sql`true` })}) d) s where s.so_far >= a.agreed_amount) c
     cross join lateral (select case when c.complete_on <= ${arrival?.valueDate ?? null}::date
                                     then least(c.complete_on, ${arrival?.bankDay ?? null}::date) else c.complete_on end as day) d
     where a.id = ${accountId} and a.status = 'pending' and a.approval_id is null`.execute(tx)
  return rows[0]
}

/**
 * Opens an account that waits, if nothing is missing any more: the agreed amount is there, and nobody's word is waited for. It earns from the
 * value date on which the money was complete, or from `notBefore`. Where the bank had all of it within the offer, at the agreed rate, whenever
 * that is noted; later at that of its day. `arrival` is what came just now, if its value date isn't the bank's. Leaves any other account as it is. The caller has locked the account, and refreshes the client's list row.
 */
export const activateAccount = async (
  tx: Kysely<DB>,
  doer: Actor,
  accountId: string,
  { notBefore, arrival }: { notBefore?: string; arrival?: ArrivalDates | undefined } = {},
): Promise<'active' | 'waiting'> => {
  const found = await findPendingAccountFunding(tx, accountId, arrival)
  // What was taken back again is missing, whenever it had been complete.
  if (!found?.completeOn || toCents(found.principal) < toCents(found.agreed)) return 'waiting'
  const late = found.offerUntil !== null && found.completeAtBank !== null && found.offerUntil < found.completeAtBank
  const rate = late && found.rateThen !== null ? found.rateThen : found.rate
  const openedOn = notBefore !== undefined && notBefore > found.completeOn ? notBefore : found.completeOn
  const expiresOn = found.termMonths === null ? null : toIsoDate(addMonths(parseDay(openedOn), found.termMonths))
  await tx
    .updateTable('account')
    .set({ status: 'active', openedOn, expiresOn, rate, version: sql`version + 1` })
    .where('id', '=', accountId)
    .execute()
  await recordAuditEvent(tx, doer, {
    action: 'account.activated',
    entity: 'account',
    entityId: accountId,
    before: { status: 'pending', agreed: found.agreed, rate: found.rate },
    after: { status: 'active', received: found.principal, rate, openedOn, expiresOn },
  })
  return 'active'
}
