import { type RawBuilder, sql } from 'kysely'
import { shiftDay } from '#rules/calendar.ts'
import { ledgers } from '#rules/ledgers.ts'
import type { FigureRequest } from './figure-scope.ts'
import type { KeptScope } from './kept-scope.ts'
import { selectTeamSteps } from './kept-team-sums.ts'
import { selectScopePeriods } from './scope-periods.ts'

type Days = { from: string; through: string }

const capitalLedger = sql.lit(ledgers.capital)

/** The end of the range, or today: a day to come has no balance yet. */
const clipToToday = ({ ctx, from, to }: FigureRequest): Days => ({
  from,
  through: to < ctx.businessDate ? to : ctx.businessDate,
})

/**
 * What stands in the accounts in scope today, and what was booked since the range began, each with the days of the range on which it stood there: `id`,
 * `client_id`, `product_id`, `since`, `till` (not in), `amount`. What was booked on a day is taken off those before it. The balance of a day is the sum of
 * those whose days it is one of.
 */
const selectBalanceParts = (request: FigureRequest): RawBuilder<unknown> => {
  const { from, through } = clipToToday(request)
  const end = shiftDay(through, 1)
  return sql`
    with s as materialized (
      select a.id, a.client_id, a.product_id, b.balance, greatest(c.lo, ${from}::date) as since, least(c.hi, ${end}::date) as till
        from ${selectScopePeriods(request)} c
        join account a on a.client_id = c.client_id
        join account_balance b on b.account_id = a.id
       where greatest(c.lo, ${from}::date) < least(c.hi, ${end}::date))
    select s.id, s.client_id, s.product_id, s.since, s.till, s.balance as amount from s
     union all
    select s.id, s.client_id, s.product_id, s.since, least(p.booking_date, s.till), p.amount
      from s join posting p on p.account_id = s.id and p.ledger = ${capitalLedger} and p.booking_date > ${from}::date
     where p.booking_date > s.since`
}

/**
 * The accounts with what stood in them at the end of each day on which they counted, added up and divided by the days of the range. Rounded one after
 * another, so that those of a product add up to the rounded average of it.
 */
export const selectAverageBalanceRows = (request: FigureRequest): RawBuilder<unknown> => {
  const { from, through } = clipToToday(request)
  const days = sql`greatest(${through}::date - ${from}::date + 1, 1)`
  const upTo = (rows: RawBuilder<unknown>) =>
    sql`round(coalesce(sum(v.day_sum) over (partition by v.product_id order by v.id rows between unbounded preceding and ${rows}), 0)
          / ${days}, 2)`
  return sql`
    select v.id, v.id as account_id, v.client_id, a.opened_on as day, p.family::text as part,
           (${upTo(sql`current row`)} - ${upTo(sql`1 preceding`)})::numeric(18, 2) as amount
      from (select x.id, x.client_id, x.product_id, sum(x.amount * (x.till - x.since)) as day_sum
              from (${selectBalanceParts(request)}) x group by x.id, x.client_id, x.product_id) v
      join account a on a.id = v.id
      join product p on p.id = v.product_id
     where v.day_sum <> 0`
}

/** A day sum: what stood in the accounts of a product at the end of each day of a month, added up. */
type ProductDaySum = { productId: string; place: number; daySum: string }

/** By product and month, told by its place from 1 on. */
const sumDays = async (
  { ctx }: Pick<FigureRequest, 'ctx'>,
  parts: RawBuilder<unknown>,
  months: readonly Days[],
): Promise<ProductDaySum[]> => {
  const { rows } = await sql<ProductDaySum>`
    with x as materialized (
      select product_id, since, till, sum(amount) as amount from (${parts}) x group by 1, 2, 3)
    select x.product_id as "productId", m.place::int as place,
           sum(x.amount * (least(x.till, m.till) - greatest(x.since, m.since)))::numeric(24, 2)::text as "daySum"
      from unnest(${months.map(({ from }) => from)}::date[], ${months.map(({ through }) => shiftDay(through, 1))}::date[])
             with ordinality m (since, till, place)
      join x on x.since < m.till and x.till > m.since
     group by 1, 2`.execute(ctx.db)
  return rows
}

/** Of the clients in scope. */
export const sumScopedDays = (request: FigureRequest, months: readonly Days[]): Promise<ProductDaySum[]> =>
  sumDays(request, selectBalanceParts(request), months)

/** The same of the whole firm or of a team, from what is kept of each day and what is not folded yet. */
export const sumKeptDays = (
  { teamOf }: KeptScope,
  request: FigureRequest,
  months: readonly Days[],
): Promise<ProductDaySum[]> => {
  const { from, to: through } = request
  const booked =
    teamOf === null
      ? sql`
        select product_id, month as day, amount from total_month_product where month < date_trunc('month', ${from}::date)
         union all
        select product_id, day, amount from total_day_product where day between date_trunc('month', ${from}::date) and ${through}::date
         union all
        select product_id, booking_date, amount from total_delta where booking_date <= ${through}::date`
      : sql`select t.product_id, t.day, t.balance as amount from (${selectTeamSteps(teamOf)}) t where t.day <= ${through}::date`
  const kept = sql`
    select product_id, greatest(day, ${from}::date) as since, ${shiftDay(through, 1)}::date as till, amount from (${booked}) k`
  return sumDays(request, kept, months)
}
