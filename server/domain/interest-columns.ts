import { type RawBuilder, sql } from 'kysely'
import { buildMovesByValueDate } from '#db/earning.ts'
import type { DayCount, PayoutPeriod } from '#db/types.ts'
import type { CapitalMove } from '#rules/interest.ts'

const allRows = sql`true`

/**
 * The account `a` in one row for `join lateral ... on true`: `moves` of its capital as JSON with the amounts as text (the database would write
 * numbers), `interest` and `bonus` in the books, `charged` by parts that left early, `last_paid` (the last value date of a payout) and `last_journal`.
 * `lines`: which of its postings l and journals j count; `paid`: which of them as interest or bonus; `withMoves`: of which accounts the moves are
 * read. `paidOn` adds `paid_then`: the payouts with that value date. The planner leaves out what isn't selected.
 */
export const interestTotalsJoin = ({
  lines = allRows,
  paid = allRows,
  withMoves = allRows,
  paidOn = sql`null::date`,
}: Partial<Record<'lines' | 'paid' | 'withMoves' | 'paidOn', RawBuilder<unknown>>> = {}) => sql`(
  select json_agg(json_build_object('on', d.value_date, 'amount', d.amount::text) order by d.value_date)
           filter (where d.amount <> 0 and ${withMoves}) as moves,
         sum(d.interest) as interest, sum(d.bonus) as bonus, sum(d.charged) as charged,
         max(d.value_date) filter (where d.payouts > 0) as last_paid, max(d.last_journal) as last_journal,
         max(d.payouts) filter (where d.value_date = ${paidOn}) as paid_then
    from (${buildMovesByValueDate(sql, { lines, paid })}) d)`

/** The columns of `interestColumns`. Money as decimal strings. */
export type InterestColumnValues = {
  dayCount: DayCount
  accrues: boolean
  payout: PayoutPeriod
  earnsUntilPaid: boolean
  capitalised: boolean
  rate: string
  bonusRate: string
  /** Null of an account that isn't opened yet. */
  openedOn: string | null
  expiresOn: string | null
  moves: CapitalMove[]
  interest: string
  bonus: string
}

/** Of the account `a`, its terms `t` (account_terms) and its `interestTotalsJoin`, here `m`. */
export const interestColumns = sql`t.day_count as "dayCount", t.accrues, t.payout, t.earns_until_paid as "earnsUntilPaid", t.capitalised, a.rate,
           a.bonus_rate as "bonusRate", a.opened_on as "openedOn", a.expires_on as "expiresOn", coalesce(m.moves, '[]') as moves,
           coalesce(m.interest, 0)::numeric(18, 2)::text as interest, coalesce(m.bonus, 0)::numeric(18, 2)::text as bonus`
