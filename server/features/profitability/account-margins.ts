import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { tenantFacts } from '#contract/core/tenants.ts'
import { costDaysPerYear } from '#rules/account-margin.ts'
import { parseDay, toIsoDate } from '#rules/calendar.ts'
import { dayCountPartsPerYear } from '#rules/day-count.ts'
import { type CountryCode, nextBusinessDay } from '#rules/holidays.ts'
import { ledgers } from '#rules/ledgers.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { hasFirmWideScope } from '#server/core/rights.ts'
import { type FigurePeople, selectClientsOn } from '#server/domain/figure-scope.ts'
import { visibleManagerSql } from '#server/domain/visible-today.ts'

/** Whose accounts, from which day to which, both in; the last is not after today. */
export type MarginRequest = { ctx: Ctx; people: FigurePeople; from: string; through: string }

/** Accounts that count, of those in reach: of the account `a`, its client `c`. */
export type MarginAccounts = {
  account?: string | undefined
  product?: string | undefined
  /** Whoever manages the client today, as far as the caller hears of it; '0' of others and of nobody. */
  manager?: string | undefined
  client?: string | undefined
}

/** What is rounded half up to whole cents, in euros; nothing here is negative. */
const roundCentsSql = (value: RawBuilder<unknown>, divisor: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`(div(2 * (${value}) + (${divisor}), 2 * (${divisor})) / 100)::numeric(18, 2)`

/** The journals that cost the firm something: what came from clients and what was paid to them. */
export const costedKindsSql = sql`('contribution', 'withdrawal', 'cancellation', 'maturity')`

const partsPerYearSql = sql`case s.day_count ${sql.join(
  Object.entries(dayCountPartsPerYear).map(([basis, parts]) => sql`when ${sql.lit(basis)} then ${sql.lit(parts)}`),
  sql` `,
)} end::numeric`

/** The days from which accounts that earn until they are paid end on another day than their maturity: two arrays. */
const listPostponedEnds = (country: CountryCode, from: string, through: string) => {
  // No week of holidays is longer.
  const first = parseDay(from) - 14
  const days = Array.from({ length: Math.max(0, parseDay(through) - first + 1) }, (_, n) => first + n)
  const postponed = days.map((day) => [day, nextBusinessDay(country, day)] as const).filter(([day, end]) => day !== end)
  return { days: postponed.map(([day]) => toIsoDate(day)), ends: postponed.map(([, end]) => toIsoDate(end)) }
}

/** Who manages the client of the account `a` today, as it is told to the caller. */
const managerSql = (ctx: Ctx) => visibleManagerSql(ctx, sql`a.client_id`, sql<string | null>`c.manager_id`)

const isCounted = (ctx: Ctx, { account, product, manager, client }: MarginAccounts): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.join(
    [
      sql`true`,
      ...(account === undefined ? [] : [sql`a.id = ${account}`]),
      ...(product === undefined ? [] : [sql`a.product_id = ${product}`]),
      ...(manager === undefined ? [] : [sql`coalesce(${managerSql(ctx)}, 0) = ${manager}`]),
      ...(client === undefined ? [] : [sql`a.client_id = ${client}`]),
    ],
    sql` and `,
  )})`

/** The accounts in reach, with the first day that counts and the one on which they end, or on which the range does. */
const selectAccounts = (
  { ctx, people, from, through }: MarginRequest,
  accounts: MarginAccounts,
): RawBuilder<unknown> => {
  const clients = selectClientsOn({ ctx, people }, through).select(['c.clientId', 'c.managerId'])
  const { days, ends } = listPostponedEnds(tenantFacts[ctx.prefix].country, from, through)
  return sql`
    select a.id, a.client_id, a.product_id, ${managerSql(ctx)} as manager_id, coalesce(a.term_months, p.term_months, 0) as term, t.day_count, t.accrues,
           (a.rate * 1000000)::bigint as rate, (a.bonus_rate * 1000000)::bigint as bonus_rate, b.earned_parts, b.earned_through,
           b.balance * 100 as cents, greatest(a.opened_on, ${from}::date) as start, e.ended
      from (${clients}) c
      join account a on a.client_id = c.client_id
      join account_terms t on t.account_id = a.id
      join account_balance b on b.account_id = a.id
      join product p on p.id = a.product_id
      left join unnest(${days}::date[], ${ends}::date[]) as h (day, postponed) on t.earns_until_paid and h.day = a.expires_on
     cross join lateral (select least(coalesce(h.postponed, a.expires_on), a.closed_on, ${through}::date + 1) as ended) e
     where a.status in ('active', 'expired', 'canceled') and a.opened_on <= ${through}::date and ${isCounted(ctx, accounts)}`
}

/**
 * What moved the capital after the first day, and what was booked in the range, of the accounts `s`. Of the whole firm all of it is read in the
 * order of the books; of a part of it by the index of its accounts.
 */
const selectMoves = ({ ctx, people, from, through }: MarginRequest, isWhole: boolean): RawBuilder<unknown> => {
  const isOfFirm = isWhole && people === null && hasFirmWideScope(ctx)
  return sql`
    select l.account_id, j.value_date, l.amount,
           case when j.booking_date between ${from}::date and ${through}::date and j.kind in ${costedKindsSql} and j.reverses_id is null
                then j.booking_date end as costed_on
      from ${isOfFirm ? sql`posting l` : sql`reached s join posting l on l.account_id = s.id`}
      join journal j on j.id = l.journal_id
     where l.ledger = ${sql.lit(ledgers.capital)}
       and (j.value_date > ${from}::date or j.booking_date between ${from}::date and ${through}::date)`
}

/** Between which days each product and term has which transfer rate, in millionths of a per cent; null where none is set. */
const selectRatePieces = ({ from, through }: MarginRequest): RawBuilder<unknown> => sql`
  select g.*, day_count_position(g.day_count, g.day) as position, day_count_position(g.day_count, g.until) as until_position,
         (select (r.rate * 1000000)::bigint from transfer_rate r
           where r.product_id = g.product_id and r.term_months in (0, g.term) and r.valid_from <= g.day
           order by r.term_months desc, r.valid_from desc limit 1) as rate
    from (
      select k.product_id, k.term, k.day_count, d.day, lead(d.day) over (partition by k.product_id, k.term, k.day_count order by d.day) as until
        from (select distinct product_id, term, day_count from counted) k
       cross join lateral (
         select ${from}::date as day
         union
         select r.valid_from from transfer_rate r
          where r.product_id = k.product_id and r.term_months in (0, k.term) and r.valid_from > ${from}::date and r.valid_from <= ${through}::date
       ) d
    ) g`

/**
 * What each account held, day by day: from the last movement backwards, so that nothing before the first day is read. A row for each movement and each
 * change of the transfer rate; `after` are the cents × parts of the year since the first day that are kept as earned.
 */
const stretchesSql = (from: string): RawBuilder<unknown> => sql`
  step as (
    select s.*, s.start as day, 0 as moved from counted s
    union all
    select s.*, greatest(m.value_date, s.start), -100 * m.amount from moves m join counted s on s.id = m.account_id where m.value_date > ${from}::date
  ), stretch as (
    select s.*, lag(s.day) over earlier as next, lag(s.position) over earlier as next_position,
           greatest(s.cents - coalesce(sum(s.moved) over earlier, 0), 0) as held
      from (select *, day_count_position(day_count, day) as position from step offset 0) s
    window earlier as (partition by s.id order by s.day desc rows between unbounded preceding and 1 preceding)
  ), cut as (
    select s.id, s.held, s.ended, s.ended_position, s.next is not null as is_past, f.rate, greatest(f.day, s.day) as day,
           case when f.day > s.day then f.position else s.position end as position, least(s.next, f.until) as until,
           case when s.next is null or f.until < s.next then f.until_position else s.next_position end as until_position
      from stretch s
      join piece f on f.product_id = s.product_id and f.term = s.term and f.day_count = s.day_count
       and (f.until is null or f.until > s.day) and (s.next is null or f.day < s.next)
     where s.held > 0
  ), earned as (
    select c.id, sum(c.held * (c.until_position - c.position)) filter (where c.is_past) as after,
           sum(c.held * e.parts) as parts, sum(c.held * e.parts * c.rate) as transfer, sum(c.held * e.days) as days,
           bool_or(e.days > 0 and c.rate is null) as unrated
      from cut c
     cross join lateral (
       select case when c.day >= c.ended then 0 when c.until < c.ended then c.until_position - c.position else c.ended_position - c.position end as parts,
              greatest(least(c.until, c.ended) - c.day, 0) as days
     ) e
     group by c.id
  )`

/** What the accounts cost from the day on which a cost begins until the next one of the same product. */
const costsSql = ({ from, through }: MarginRequest): RawBuilder<unknown> => sql`
  cost_piece as materialized (
    select product_id, kind, valid_from as day, amount,
           lead(valid_from, 1, 'infinity') over (partition by product_id, kind order by valid_from) as until
      from direct_cost where valid_from <= ${through}::date
  ), movement_cost as (
    select s.id, sum(k.amount) as cost
      from moves m
      join reached s on s.id = m.account_id
      join cost_piece k on k.product_id = s.product_id and k.kind = 'movement' and m.costed_on >= k.day and m.costed_on < k.until
     where m.costed_on is not null
     group by s.id
  ), year_cost as (
    select s.id, sum(100 * k.amount * (least(k.until, s.ended) - greatest(k.day, s.start))) as cent_days
      from reached s
      join cost_piece k on k.product_id = s.product_id and k.kind = 'account_year' and k.day < s.ended and k.until > greatest(s.start, ${from}::date)
     where s.ended > s.start
     group by s.id
  )`

/** Cents × parts of the year that were earned by the first day that counts, from what is kept of all of it. */
const earnedBeforeSql = sql`(s.earned_parts - coalesce(e.after, 0) + case when s.earned_through < s.start
  then greatest(s.cents, 0) * (day_count_position(s.day_count, s.start) - day_count_position(s.day_count, s.earned_through)) else 0 end)`

/** What the client was paid at a rate: earned by the end of the range less earned before it, each to the cent. */
const interestSql = (rate: RawBuilder<unknown>): RawBuilder<string> => {
  const divisor = sql`(${partsPerYearSql} * 100000000)`
  const earnedBy = (parts: RawBuilder<unknown>) => roundCentsSql(sql`${parts} * ${rate}`, divisor)
  return sql<string>`(${earnedBy(sql`(${earnedBeforeSql} + coalesce(e.parts, 0))`)} - ${earnedBy(earnedBeforeSql)})`
}

/**
 * A row for each account in reach that held something or cost something in the range: `id`, `client_id`, `product_id`, `manager_id` (of today),
 * `average_balance`, `transfer_income`, `interest`, `costs`, and whether some day with a balance has no transfer rate: `is_unrated`. In euros, each
 * to the cent once for the account and the range, as `calculateAccountMargin` reckons one account alone. Whatever is shown of margins is a sum of these.
 */
export const selectAccountMargins = (request: MarginRequest, accounts: MarginAccounts = {}): RawBuilder<unknown> => {
  const { from, through } = request
  const isWhole = Object.values(accounts).every((filter) => filter === undefined)
  const rangeDays = Math.max(1, parseDay(through) - parseDay(from) + 1)
  return sql`
    with reached as materialized (${selectAccounts(request, accounts)}),
    moves as materialized (${selectMoves(request, isWhole)}),
    counted as materialized (
      select id, product_id, term, day_count, start, ended, day_count_position(day_count, ended) as ended_position, cents from reached where ended > start
    ),
    piece as materialized (${selectRatePieces(request)}),
    ${stretchesSql(from)},
    ${costsSql(request)}
    select s.id, s.client_id, s.product_id, s.manager_id,
           ${roundCentsSql(sql`coalesce(e.days, 0)`, sql`${sql.lit(rangeDays)}::numeric`)} as average_balance,
           ${roundCentsSql(sql`coalesce(e.transfer, 0)`, sql`(${partsPerYearSql} * 100000000)`)} as transfer_income,
           (case when s.accrues then ${interestSql(sql`s.rate`)} + ${interestSql(sql`s.bonus_rate`)} else 0 end)::numeric(18, 2) as interest,
           (${roundCentsSql(sql`coalesce(y.cent_days, 0)`, sql`${sql.lit(costDaysPerYear)}::numeric`)} + coalesce(v.cost, 0))::numeric(18, 2) as costs,
           coalesce(e.unrated, false) as is_unrated
      from reached s
      left join earned e on e.id = s.id
      left join year_cost y on y.id = s.id
      left join movement_cost v on v.id = s.id
     where e.days > 0 or y.cent_days > 0 or v.cost > 0`
}
