import { type RawBuilder, sql } from 'kysely'
import { tenantFacts } from '#contract/core/tenants.ts'
import { parseDay, toIsoDate } from '#rules/calendar.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import type { CountryCode } from '#rules/holidays.ts'
import { calculateInterestFromKept, type KeptEarnings } from '#rules/interest.ts'
import { type AccrualFacts, calculateEarned, toInterestTerms } from '#server/domain/account-interest.ts'
import { interestTotalsJoin } from '#server/domain/interest-columns.ts'
import { type FigureRequest, selectClientsOn } from './figure-scope.ts'

/** Interest and bonus together that were booked in the range, and by its end. */
type EarningAccount = Omit<AccrualFacts, 'interest' | 'bonus'> & {
  id: string
  clientId: string
  postedInRange: string
  postedByEnd: string
  /** Of an account whose capital did not change since the day before the range. */
  kept: KeptEarnings | null
}

const shift = (day: string, days: number): string => toIsoDate(parseDay(day) + days)

const findEarningAccounts = async (request: FigureRequest): Promise<EarningAccount[]> => {
  const { ctx, from, to } = request
  const clients = selectClientsOn(request, to).select('c.clientId')
  const isKept = sql`(b.earned_through <= least(${shift(from, -1)}::date, a.expires_on)) is true`
  const { rows } = await sql<EarningAccount>`
    select a.id, a.client_id as "clientId", a.closed_on as "closedOn", a.status, t.day_count as "dayCount", t.accrues, t.payout,
           t.earns_until_paid as "earnsUntilPaid", t.capitalised, a.rate, a.bonus_rate as "bonusRate", a.opened_on as "openedOn",
           a.expires_on as "expiresOn", coalesce(m.moves, '[]') as moves, coalesce(r.posted, 0)::numeric(18, 2)::text as "postedInRange",
           (b.interest_posted + b.bonus_posted - coalesce(r.later, 0))::numeric(18, 2)::text as "postedByEnd",
           case when ${isKept} then json_build_object('through', b.earned_through::text, 'parts', b.earned_parts::text, 'capital', b.balance::text) end as kept
      from (${clients}) s
      join account a on a.client_id = s.client_id
      join account_balance b on b.account_id = a.id
      join account_terms t on t.account_id = a.id
      left join lateral ${interestTotalsJoin({
        lines: sql`t.accrues and not ${isKept} and j.value_date <= ${to}::date`,
      })} m on true
      left join lateral (
        select -sum(l.amount) filter (where l.booking_date <= ${to}::date) as posted, -sum(l.amount) filter (where l.booking_date > ${to}::date) as later
          from posting l join journal j on j.id = l.journal_id
         where l.account_id = a.id and j.kind in ('interest', 'bonus') and l.booking_date >= ${from}::date) r on true
     where a.status in ('active', 'expired', 'canceled') and a.opened_on <= ${to}::date
       and (a.closed_on is null or a.closed_on >= ${from}::date or r.posted is not null)`.execute(ctx.db)
  return rows
}

/** Earned to the end of a day and not posted by it, in cents: nothing of an account that had ended. */
const calculateAccruedOn = (
  account: EarningAccount,
  country: CountryCode,
  day: string,
  postedByThen: bigint,
): bigint => {
  const { openedOn, closedOn, accrues, kept } = account
  const isOpen = openedOn !== null && openedOn <= day && (closedOn === null || closedOn > day)
  if (!accrues || !isOpen) return 0n
  // The day that is asked for earns, too: interest is reckoned up to a day that doesn't.
  const asOf = shift(day, 1)
  const earned = kept
    ? calculateInterestFromKept(toInterestTerms(account, country), kept, asOf)
    : calculateEarned(account, country, asOf)
  return toCents(earned.interest) + toCents(earned.bonus) - postedByThen
}

/**
 * What accounts earned in the range, gross interest and bonus: a row for what was posted, and one for what accrued more than had accrued before. Both
 * together are what they had earned by its end, less what they had earned by the day before it. Reckoned by the rule of the account's own page, so that it
 * agrees with it to the cent.
 */
export const selectInterestRows = async (request: FigureRequest): Promise<RawBuilder<unknown>> => {
  const { ctx, from, to } = request
  const { country } = tenantFacts[ctx.prefix]
  const eve = shift(from, -1)
  const rows = (await findEarningAccounts(request)).flatMap((account) => {
    const posted = toCents(account.postedInRange)
    const postedByEnd = toCents(account.postedByEnd)
    const accrued =
      calculateAccruedOn(account, country, to, postedByEnd) -
      calculateAccruedOn(account, country, eve, postedByEnd - posted)
    const facts = { account_id: account.id, client_id: account.clientId, day: account.openedOn }
    return [
      ...(posted === 0n ? [] : [{ ...facts, id: `${account.id}1`, part: 'posted', amount: centsToAmount(posted) }]),
      ...(accrued === 0n ? [] : [{ ...facts, id: `${account.id}2`, part: 'accrued', amount: centsToAmount(accrued) }]),
    ]
  })
  return sql`
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(id bigint, account_id bigint, client_id bigint, day date, part text, amount numeric(18, 2))`
}
