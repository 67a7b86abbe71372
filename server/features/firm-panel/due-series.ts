import { type RawBuilder, sql } from 'kysely'
import { tenantFacts } from '#contract/core/tenants.ts'
import { maturityDays } from '#contract/firm-panel/tiles.ts'
import { toCents } from '#rules/cents.ts'
import { expirationAmountSql } from '#server/domain/account-figures.ts'
import { sumFigureRanges } from '#server/domain/figure-rows.ts'
import type { FigureRequest } from '#server/domain/figure-scope.ts'
import { findKeptTotalsScope } from '#server/domain/kept-scope.ts'
import { openOrderStates } from '#server/domain/order-figures.ts'
import { dayIndexSql, endDayIndexSql, selectScopePeriods } from '#server/domain/scope-periods.ts'
import { getMaturityRange } from './panel-values.ts'

type SeriesScope = Pick<FigureRequest, 'ctx' | 'people'>

/** Rows of `came` and `went`, the places of the days between which each counts, and its `amount`: what they come to on each day, in cents. */
const sumPeriods = async (
  { ctx }: SeriesScope,
  days: readonly string[],
  periods: RawBuilder<unknown>,
): Promise<bigint[]> => {
  const { rows } = await sql<{ place: number; amount: string }>`
    with held as (${periods})
    select place, sum(amount)::numeric(18, 2)::text as amount from (
      select came as place, amount from held where came < went
       union all
      select went, -amount from held where came < went) step
     where place <= ${days.length} group by place`.execute(ctx.db)
  return days.map((_, at) =>
    rows.reduce((sum, { place, amount }) => (place <= at + 1 ? sum + toCents(amount) : sum), 0n),
  )
}

/** Withdrawals whose money had not left on each day, by the steps that they had been through: what the figure of that day says. */
export const findWithdrawalRequestSeries = (scope: SeriesScope, given: readonly string[]): Promise<bigint[]> => {
  const days = sql`${[...given]}::date[]`
  const zone = tenantFacts[scope.ctx.prefix].timeZone
  return sumPeriods(
    scope,
    given,
    sql`select ${dayIndexSql(days, sql`greatest(s.day, c.lo)`)} as came, ${endDayIndexSql(days, sql`least(s.until, c.hi)`)} as went, s.amount
      from ${selectScopePeriods(scope)} c
      join account a on a.client_id = c.client_id
      join (
        select o.account_id, o.amount, t.state::text as state, (t.at at time zone ${zone})::date as day,
               lead((t.at at time zone ${zone})::date) over (partition by t.order_id order by t.step) as until
          from payment_order o join payment_step t on t.order_id = o.id where o.kind = 'withdrawal') s on s.account_id = a.id
     where s.state in (${sql.join(openOrderStates)})`,
  )
}

/** What matured, or matures, within so many days after each day: what the figure of those days says. Who has a client today has them on days to come. */
export const findMaturitySeries = async (scope: SeriesScope, given: readonly string[]): Promise<bigint[]> => {
  if (await findKeptTotalsScope(scope)) {
    const sums = await sumFigureRanges('expirations', scope, given.map(getMaturityRange))
    return sums.map((parts) => parts.reduce((sum, { amount }) => sum + toCents(amount), 0n))
  }
  const days = sql`${[...given]}::date[]`
  const ahead = sql.lit(maturityDays)
  const last = sql`case when c.hi <= ${scope.ctx.businessDate}::date then c.hi - ${ahead} end`
  return sumPeriods(
    scope,
    given,
    sql`select ${dayIndexSql(days, sql`greatest(a.expires_on, c.lo) - ${ahead}`)} as came,
           ${endDayIndexSql(days, sql`least(a.expires_on, ${last})`)} as went, ${expirationAmountSql} as amount
      from ${selectScopePeriods(scope)} c
      join account a on a.client_id = c.client_id
      join account_balance b on b.account_id = a.id
      left join account_matured v on v.account_id = a.id
     where a.status in ('active', 'expired') and a.expires_on > (${days})[1]`,
  )
}
