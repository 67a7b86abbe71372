import { sql } from 'kysely'
import type { Trend } from '#contract/core/trend.ts'
import { centsToAmount, formatScaledDecimal, toCents } from '#rules/cents.ts'

/** How many ends of months stand before the figure itself. */
export const trendMonths = 12

type TrendPoint = Trend['points'][number]

const divideRounded = (value: bigint, by: bigint): bigint => {
  const size = (2n * (value < 0n ? -value : value) + by) / (2n * by)
  return value < 0n ? -size : size
}

const compare = (from: TrendPoint | undefined, to: TrendPoint | undefined): Trend['change'] => {
  if (from?.value == null || to?.value == null) return null
  const before = toCents(from.value)
  const grown = toCents(to.value) - before
  return {
    from: from.through,
    through: to.through,
    amount: centsToAmount(grown),
    percent: before > 0n ? formatScaledDecimal(divideRounded(grown * 1000n, before), 1) : null,
  }
}

/** The last point against the one before; with `isLastPartial` the last but one, since a month that still runs compares with none. */
export const buildTrend = (points: readonly TrendPoint[], { isLastPartial = false } = {}): Trend => {
  const complete = isLastPartial ? points.slice(0, -1) : points
  return { points: [...points], change: compare(complete.at(-2), complete.at(-1)) }
}

/** The last days of the twelve months before, and today: one row each, named `through`. */
export const trendDaysSql = (today: string) => sql`
  select (date_trunc('month', ${today}::date) - make_interval(months => n) - interval '1 day')::date as through
    from generate_series(0, ${trendMonths - 1}::int) n
   union all select ${today}::date`
