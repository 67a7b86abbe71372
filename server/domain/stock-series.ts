import { type RawBuilder, sql } from 'kysely'
import { toCents } from '#rules/cents.ts'
import { ledgers } from '#rules/ledgers.ts'
import type { FigureRequest } from './figure-scope.ts'
import { isWholeFirm } from './kept-scope.ts'
import { findProductStocks, type ProductStock } from './kept-sums.ts'
import { dayIndexSql, endDayIndexSql, selectScopePeriods } from './scope-periods.ts'
import { visibleManagerSql } from './visible-today.ts'

type SeriesScope = Pick<FigureRequest, 'ctx' | 'people'>

/** What comes to be on one of the days, and stays: whole cents. */
type StockStep = {
  productId: string
  managerId: string | null
  place: number
  accounts: number
  principal: string
  balance: string
}

/** What stood in open accounts on a day, in cents. */
export type StockSums = { accounts: number; principal: bigint; balance: bigint }

export type StockGroup = { productId: string; managerId: string | null; days: StockSums[] }

/**
 * What stood in the accounts that were open on each of some days, in one statement: today's and what was booked since. The days come in order; each sum is
 * what the figures `totalCapital` and `balance` of that day say.
 */
const selectStockSteps = (scope: SeriesScope, given: readonly string[], byManager: boolean) => {
  const days = sql`${[...given]}::date[]`
  const start = sql`greatest(a.opened_on, c.lo)`
  const end = sql`least(a.closed_on, c.hi)`
  const managerId = byManager
    ? visibleManagerSql(scope.ctx, sql`a.client_id`, sql<string | null>`c.manager_id`)
    : sql`null::bigint`
  return sql<StockStep>`
    with open_account as materialized (
      select a.id, a.product_id, ${managerId} as manager_id,
             ${dayIndexSql(days, start)} as came, ${endDayIndexSql(days, end)} as went, b.principal, b.balance
        from ${selectScopePeriods(scope)} c
        join account a on a.client_id = c.client_id
        join account_balance b on b.account_id = a.id
       where a.status in ('active', 'expired', 'canceled') and a.opened_on is not null
         and ${dayIndexSql(days, start)} < ${endDayIndexSql(days, end)}
    ), later as (
      select o.product_id, o.manager_id, o.came, least(o.went, ${dayIndexSql(days, sql`p.booking_date`)}) as went,
             sum(case when is_principal(j.kind) then p.amount else 0 end) as principal, sum(p.amount) as balance
        from open_account o
        join posting p on p.account_id = o.id and p.ledger = ${sql.lit(ledgers.capital)} and p.booking_date > (${days})[1]
        join journal j on j.id = p.journal_id
       group by 1, 2, 3, 4
    ), held as (
      select product_id, manager_id, came, went, count(*) as accounts, sum(principal) as principal, sum(balance) as balance
        from open_account group by 1, 2, 3, 4
       union all
      select product_id, manager_id, came, went, 0, principal, balance from later where came < went
    )
    select product_id as "productId", manager_id as "managerId", place, sum(accounts)::int as accounts,
           (sum(principal) * 100)::bigint as principal, (sum(balance) * 100)::bigint as balance
      from (select product_id, manager_id, came as place, accounts, principal, balance from held
             union all
            select product_id, manager_id, went, -accounts, -principal, -balance from held) step
     where place <= cardinality(${days})
     group by 1, 2, 3`
}

const newSeries = (days: readonly string[]): StockSums[] =>
  days.map(() => ({ accounts: 0, principal: 0n, balance: 0n }))

/** Of the whole firm by product they are kept. */
const groupKeptStocks = (stocks: readonly ProductStock[], days: readonly string[]): StockGroup[] => {
  const groups = new Map<string, StockGroup>()
  for (const { day, productId, accounts, principal, balance } of stocks) {
    const group = groups.get(productId) ?? { productId, managerId: null, days: newSeries(days) }
    groups.set(productId, group)
    group.days[days.indexOf(day)] = { accounts, principal: toCents(principal), balance: toCents(balance) }
  }
  return [...groups.values()]
}

/** By product, and by who manages the clients today where that is asked for and told: the sums of each day. */
export const findStockSeries = async (
  scope: SeriesScope,
  days: readonly string[],
  { byManager = false } = {},
): Promise<StockGroup[]> => {
  const kept = byManager ? null : await findProductStocks(scope, days)
  if (kept) return groupKeptStocks(kept, days)
  const { rows } = await selectStockSteps(scope, days, byManager).execute(scope.ctx.db)
  const groups = new Map<string, StockGroup>()
  for (const { productId, managerId, place, ...step } of rows) {
    const key = `${productId} ${managerId}`
    const group = groups.get(key) ?? { productId, managerId, days: newSeries(days) }
    groups.set(key, group)
    for (const sums of group.days.slice(place - 1)) {
      sums.accounts += step.accounts
      sums.principal += BigInt(step.principal)
      sums.balance += BigInt(step.balance)
    }
  }
  return [...groups.values()]
}

/** Clients who came to count and who went, by the place of the day among the sorted days. */
const selectClientSteps = (scope: SeriesScope, days: RawBuilder<unknown>): RawBuilder<unknown> => {
  if (isWholeFirm(scope))
    return sql`select ${dayIndexSql(days, sql`t.day`)} as place, t.clients from total_day_client t where t.what = 'registered'`
  const start = sql`greatest(c.registered_on, c.lo)`
  return sql`
    with counted as (
      select ${dayIndexSql(days, start)} as came, ${endDayIndexSql(days, sql`c.hi`)} as went
        from (select n.*, l.registered_on from ${selectScopePeriods(scope)} n
                join client_list l on l.client_id = n.client_id
                join client k on k.id = n.client_id and k.erased_at is null) c
    )
    select came as place, 1 as clients from counted where came < went
     union all
    select went, -1 from counted where came < went`
}

/** How many clients counted on each of some days, as the figure `clients` says. */
export const findClientSeries = async (scope: SeriesScope, given: readonly string[]): Promise<number[]> => {
  const days = sql`${[...given]}::date[]`
  const { rows } = await sql<{ place: number; clients: number }>`
    select place, sum(clients)::int as clients from (${selectClientSteps(scope, days)}) step
     where place <= cardinality(${days}) group by place`.execute(scope.ctx.db)
  return given.map((_, at) => rows.reduce((sum, { place, clients }) => (place <= at + 1 ? sum + clients : sum), 0))
}
