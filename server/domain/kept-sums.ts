import { type RawBuilder, sql } from 'kysely'
import type { FigureGrouping, FigureKey, FigurePart } from '#contract/figures/keys.ts'
import type { DayRange } from '#rules/figure-period.ts'
import { splitIntoMonths } from '#rules/month-ranges.ts'
import { type CaptationDirection, selectCaptationSums } from './captation.ts'
import type { FigureRequest } from './figure-scope.ts'
import { hasDays, isKeptByDay, sumKeptDays } from './kept-day-sums.ts'
import { findKeptTotalsScope, type KeptScope } from './kept-scope.ts'
import {
  buildTeamFlowSources,
  type FlowSources,
  listDays,
  selectTeamMoves,
  selectTeamStocks,
} from './kept-team-sums.ts'
import { dayIndexSql, monthIndexSql } from './scope-periods.ts'

type Grouping = FigureGrouping | 'none'

const stockAmounts = { totalCapital: sql`s.principal`, balance: sql`s.balance` } as const
const isStock = (figure: FigureKey): figure is keyof typeof stockAmounts => figure in stockAmounts
/** Null: of both. */
const captationDirections = { captation: 'in', captationOut: 'out', netCaptation: null } as const satisfies Partial<
  Record<FigureKey, CaptationDirection | null>
>
/** Figures whose rows belong to whoever is credited with them; rows of others belong to whoever manages the client today. */
export const isCaptation = (figure: FigureKey): figure is keyof typeof captationDirections =>
  figure in captationDirections

const principalSql = sql`case when is_principal(t.kind) then t.amount else 0 end`

/**
 * What stood in the accounts of the whole firm at the end of each of these days, by product: `day`, `product_id`, `accounts` that were open, their
 * `principal` and `balance`, and the `idle` money in others. All that was booked by then, less what was idle: the months before that of the day, its days, and
 * what waits.
 */
const selectFirmStocks = (given: readonly string[]): RawBuilder<unknown> => {
  const sorted = listDays(given)
  const days = sql`${sorted}::date[]`
  return sql`
    with d as (
      select u.day, u.place from unnest(${days}) with ordinality u (day, place)
    ), earlier as (
      select k.place, k.product_id, sum(k.principal) as principal, sum(k.amount) as balance, sum(k.idle) as idle, sum(k.opened) as opened from (
        select ${monthIndexSql(sorted, sql`t.month`)} as place, t.product_id, ${principalSql} as principal, t.amount, 0 as idle, 0 as opened
          from total_month_product t
         union all
        select ${dayIndexSql(days, sql`t.booking_date`)}, t.product_id, ${principalSql}, t.amount, 0, 0 from total_delta t
         union all
        select ${monthIndexSql(sorted, sql`t.month`)}, t.product_id, -t.idle_principal, -t.idle_balance, t.idle_balance, t.opened from total_month_stock t
         union all
        select ${dayIndexSql(days, sql`t.day`)}, t.product_id, -t.idle_principal, -t.idle_balance, t.idle_balance, t.opened from stock_delta t
      ) k group by 1, 2
    )
    select s.day, s.product_id, sum(s.opened)::int as accounts, sum(s.principal)::numeric(18, 2) as principal, sum(s.balance)::numeric(18, 2) as balance,
           sum(s.idle)::numeric(18, 2) as idle
      from (
        select d.day, e.product_id, e.principal, e.balance, e.idle, e.opened from d join earlier e on e.place <= d.place
         union all
        select d.day, t.product_id, ${principalSql}, t.amount, 0, 0
          from d join total_day_product t on t.day between month_of(d.day) and d.day
         union all
        select d.day, t.product_id, -t.idle_principal, -t.idle_balance, t.idle_balance, t.opened
          from d join total_day_stock t on t.day between month_of(d.day) and d.day
      ) s
     group by s.day, s.product_id`
}

/** The same of the whole firm or of a team. */
const selectStocks = ({ teamOf }: KeptScope, days: readonly string[]): RawBuilder<unknown> =>
  teamOf === null ? selectFirmStocks(days) : selectTeamStocks(teamOf, days)

const firmFlowSources: FlowSources = {
  months: sql`total_month_product`,
  days: sql`total_day_product`,
  waiting: sql`total_delta`,
}

/** Movements by month, product and kind: whole months, days before and after them, and what waits. */
const selectMovements = ({ teamOf }: KeptScope, range: DayRange, today: string): RawBuilder<unknown> => {
  const sources = teamOf === null ? firmFlowSources : buildTeamFlowSources(teamOf)
  const { months, more, less } = splitIntoMonths(range, today)
  const sumDays = ({ from, to }: DayRange, sign: 1 | -1) => sql`
    select date_trunc('month', t.day)::date as month, t.product_id, t.kind, ${sql.lit(sign)} * t.amount as amount, ${sql.lit(sign)} * t.movements as movements
      from ${sources.days} t where t.day between ${from}::date and ${to}::date`
  const sums = [
    sql`select date_trunc('month', t.booking_date)::date as month, t.product_id, t.kind, t.amount, t.movements
          from ${sources.waiting} t where t.booking_date between ${range.from}::date and ${range.to}::date`,
    ...(months
      ? [
          sql`select t.month, t.product_id, t.kind, t.amount, t.movements
                from ${sources.months} t where t.month between ${months.from}::date and ${months.to}::date`,
        ]
      : []),
    ...more.map((days) => sumDays(days, 1)),
    ...less.map((days) => sumDays(days, -1)),
  ]
  return sql.join(sums, sql` union all `)
}

const sumStocks = (
  figure: keyof typeof stockAmounts,
  kept: KeptScope,
  { to }: FigureRequest,
): RawBuilder<unknown> => sql`
  select s.product_id, null::date as month, p.family::text as part, s.accounts as count, ${stockAmounts[figure]} as amount
    from (${selectStocks(kept, [to])}) s join product p on p.id = s.product_id where s.accounts <> 0 or ${stockAmounts[figure]} <> 0`

const sumCaptation = (figure: keyof typeof captationDirections, request: FigureRequest): RawBuilder<unknown> => {
  const direction = captationDirections[figure]
  return sql`
    select null::bigint as product_id, s.month, s.part, s.count, s.amount
      from ${selectCaptationSums(request, 'month')} s where ${direction === null ? sql`true` : sql`s.direction = ${direction}`}`
}

const sumMovements = (kept: KeptScope, request: FigureRequest): RawBuilder<unknown> => sql`
  select m.product_id, m.month, m.kind::text as part, sum(m.movements) as count, sum(m.amount) as amount
    from (${selectMovements(kept, request, request.ctx.businessDate)}) m group by 1, 2, 3 having sum(m.movements) <> 0`

/**
 * What a figure comes to, as `product_id`, `month`, `part`, `count` and `amount`, from kept totals: the same sums as those of its rows. Null where none are
 * kept, and its rows must be read. `findScope`: for who asks of several ranges, and finds once whose totals they are.
 */
export const selectKeptSums = async (
  figure: FigureKey,
  request: FigureRequest,
  by: Grouping,
  findScope = (): Promise<KeptScope | null> => findKeptTotalsScope(request),
): Promise<RawBuilder<unknown> | null> => {
  if (isCaptation(figure)) return by === 'none' || by === 'month' ? sumCaptation(figure, request) : null
  if (by === 'manager' || by === 'productManager') return null
  if (isKeptByDay(figure)) {
    if (by !== 'none' && !(by === 'month' && hasDays(figure))) return null
    const kept = await findScope()
    return kept === null ? null : sumKeptDays(figure, kept, request, by)
  }
  if (figure !== 'flows' && !(isStock(figure) && (by === 'none' || by === 'product'))) return null
  const kept = await findScope()
  if (kept === null) return null
  return isStock(figure) ? sumStocks(figure, kept, request) : sumMovements(kept, request)
}

type StockPart = { day: string; part: FigurePart; count: number; amount: string }

/** What a stock comes to by part on each of these days, in one statement; null where it isn't kept. */
export const findStockParts = async (
  figure: FigureKey,
  request: Pick<FigureRequest, 'ctx' | 'people'>,
  days: readonly string[],
): Promise<StockPart[] | null> => {
  if (!isStock(figure)) return null
  const kept = await findKeptTotalsScope(request)
  if (kept === null) return null
  const amount = stockAmounts[figure]
  const { rows } = await sql<StockPart>`
    select s.day::text as day, p.family::text as part, sum(s.accounts)::int as count, sum(${amount})::numeric(18, 2)::text as amount
      from (${selectStocks(kept, days)}) s join product p on p.id = s.product_id
     where s.accounts <> 0 or ${amount} <> 0 group by 1, 2`.execute(request.ctx.db)
  return rows
}

export type ProductStock = {
  day: string
  productId: string
  accounts: number
  principal: string
  balance: string
  idle: string
}

/** What was open and what was idle at the end of each of these days; null where that is kept of none of those who count. */
export const findProductStocks = async (
  request: Pick<FigureRequest, 'ctx' | 'people'>,
  days: readonly string[],
): Promise<ProductStock[] | null> => {
  const kept = await findKeptTotalsScope(request)
  if (kept === null) return null
  const { rows } = await sql<ProductStock>`
    select s.day::text as day, s.product_id as "productId", s.accounts, s.principal::text as principal, s.balance::text as balance, s.idle::text as idle
      from (${selectStocks(kept, days)}) s`.execute(request.ctx.db)
  return rows
}

/**
 * What clients brought and took with them, each part of the figure `portfolioMoves`: of a team from what is kept. Its rows are not counted there. Null where
 * nothing is kept, and they must be read.
 */
export const findKeptMoves = async (
  request: FigureRequest,
): Promise<{ part: 'came' | 'went'; amount: string }[] | null> => {
  const kept = await findKeptTotalsScope(request)
  if (kept === null) return null
  if (kept.teamOf === null) return []
  const { rows } = await sql<{
    part: 'came' | 'went'
    amount: string
  }>`${selectTeamMoves(kept.teamOf, request)}`.execute(request.ctx.db)
  return rows
}
