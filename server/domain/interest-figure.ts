import { type RawBuilder, sql } from 'kysely'
import { tenantFacts } from '#contract/core/tenants.ts'
import { shiftDay } from '#rules/calendar.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import type { CountryCode } from '#rules/holidays.ts'
import { calculateInterestFromKept, type KeptEarnings } from '#rules/interest.ts'
import { ledgers } from '#rules/ledgers.ts'
import { type AccrualFacts, calculateEarnedInterest, toInterestTerms } from './account-interest.ts'
import { type FigureRequest, selectClientsOn } from './figure-scope.ts'

/** Interest and bonus together that were booked in the range, and by its end. */
type EarningAccount = Omit<AccrualFacts, 'interest' | 'bonus'> & {
  id: string
  clientId: string
  postedInRange: string
  postedByEnd: string
  /** With it, `moves` are those after the first day: what they earned is taken off again. Null where nothing kept can tell. */
  kept: KeptEarnings | null
}

/** One statement over all accounts at once: whether few or all of them count, the database reads what it needs in one go. */
const findEarningAccounts = async (request: FigureRequest): Promise<EarningAccount[]> => {
  const { ctx, from, to } = request
  const clients = selectClientsOn(request, to).select('c.clientId')
  const { rows } = await sql<EarningAccount>`
    with s as materialized (
      select a.id, a.client_id, a.closed_on, a.status, t.day_count, t.accrues, t.earns_until_paid, a.rate, a.bonus_rate, a.opened_on, a.expires_on,
             b.earned_through, b.earned_parts, b.balance, b.interest_posted + b.bonus_posted as posted,
             (b.earned_through <= coalesce(a.expires_on, 'infinity')) is true as is_kept
        from (${clients}) c
        join account a on a.client_id = c.client_id
        join account_balance b on b.account_id = a.id
        join account_terms t on t.account_id = a.id
       where a.status in ('active', 'expired', 'canceled') and a.opened_on <= ${to}::date
    ), moves as (
      select d.account_id, json_agg(json_build_object('on', d.value_date, 'amount', d.amount::text)) filter (where d.amount <> 0) as moves
        from (
          select l.account_id, j.value_date, sum(-l.amount) as amount
            from s
            join posting l on l.account_id = s.id and l.ledger = ${sql.lit(ledgers.capital)}
            join journal j on j.id = l.journal_id
           where s.accrues and (case when s.is_kept then s.earned_through > ${from}::date and j.value_date > ${from}::date else j.value_date <= ${to}::date end)
           group by l.account_id, j.value_date
        ) d group by d.account_id
    ), paid as (
      select l.account_id, -sum(l.amount) filter (where l.booking_date <= ${to}::date) as posted,
             -sum(l.amount) filter (where l.booking_date > ${to}::date) as later
        from s
        join posting l on l.account_id = s.id and l.booking_date >= ${from}::date
        join journal j on j.id = l.journal_id and j.kind in ('interest', 'bonus')
       group by l.account_id
    )
    select s.id, s.client_id as "clientId", s.closed_on as "closedOn", s.status, s.day_count as "dayCount", s.accrues,
           s.earns_until_paid as "earnsUntilPaid", s.rate, s.bonus_rate as "bonusRate", s.opened_on as "openedOn", s.expires_on as "expiresOn",
           coalesce(m.moves, '[]') as moves, coalesce(p.posted, 0)::numeric(18, 2)::text as "postedInRange",
           (s.posted - coalesce(p.later, 0))::numeric(18, 2)::text as "postedByEnd",
           case when s.is_kept then json_build_object('through', s.earned_through::text, 'parts', s.earned_parts::text, 'capital', s.balance::text) end as kept
      from s
      left join moves m on m.account_id = s.id
      left join paid p on p.account_id = s.id
     where s.closed_on is null or s.closed_on >= ${from}::date or p.posted is not null`.execute(ctx.db)
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
  const asOf = shiftDay(day, 1)
  const earned = kept
    ? calculateInterestFromKept(toInterestTerms(account, country), kept, asOf, account.moves)
    : calculateEarnedInterest(account, country, asOf)
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
  const eve = shiftDay(from, -1)
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
