import { sql } from 'kysely'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import type { getMaturityOverview } from '#contract/maturities.ts'
import { addMonths, parseDay, toIsoDate } from '#rules/calendar.ts'
import { centsToAmount, formatScaledDecimal, toCents } from '#rules/cents.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { maturedSumSql, renewedSumSql, selectMaturedPostings } from '#server/domain/matured-postings.ts'
import { buildTrend, trendDaysSql, trendMonths } from '#server/domain/trend.ts'
import { getMaturedWindow } from './matured.queries.ts'

/** Of the accounts that closed in one month, what was booked in another; `isInWindow`: both within the twelve months up to today. */
type MaturedSums = { closed: string; booked: string; isInWindow: boolean; matured: string; renewed: string }

/** What matured and what of it went on into another account, month by month for two years, by the books. */
const findMaturedMonths = (ctx: Ctx): Promise<MaturedSums[]> => {
  const oldest = toIsoDate(addMonths(parseDay(`${ctx.businessDate.slice(0, 7)}-01`), -trendMonths - 12))
  const { from } = getMaturedWindow(undefined, ctx.businessDate)
  return selectMaturedPostings(ctx, oldest)
    .where('l.bookingDate', '<=', ctx.businessDate)
    .select([
      sql<string>`date_trunc('month', a.closed_on)::date`.as('closed'),
      sql<string>`date_trunc('month', l.booking_date)::date`.as('booked'),
      sql<boolean>`a.closed_on >= ${from}::date and l.booking_date >= ${from}::date`.as('isInWindow'),
      maturedSumSql.as('matured'),
      renewedSumSql.as('renewed'),
    ])
    .groupBy(sql`1, 2, 3`)
    .execute()
}

const sumMatured = (months: readonly MaturedSums[]) => {
  const matured = months.reduce((sum, month) => sum + toCents(month.matured), 0n)
  const renewed = months.reduce((sum, month) => sum + toCents(month.renewed), 0n)
  return {
    matured: centsToAmount(matured),
    renewed: centsToAmount(renewed),
    retention: matured > 0n ? formatScaledDecimal((renewed * 2000n + matured) / (2n * matured), 1) : null,
  }
}

/** Of what matured in the last twelve months, what went on into another account; and the same at the end of each month before. */
export const findMaturityDesk = async (ctx: Ctx): Promise<ResponseBody<typeof getMaturityOverview>> => {
  const [months, { rows: days }] = await Promise.all([
    findMaturedMonths(ctx),
    sql<{ through: string }>`${trendDaysSql(ctx.businessDate)} order by through`.execute(ctx.db),
  ])
  const now = sumMatured(months.filter(({ isInWindow }) => isInWindow))
  const ends = days.slice(0, -1).map(({ through }) => {
    const { from } = getMaturedWindow(through.slice(0, 7), ctx.businessDate)
    const isWithin = ({ closed, booked }: MaturedSums): boolean => closed >= from && booked >= from && booked <= through
    return { through, value: sumMatured(months.filter(isWithin)).retention }
  })
  return { ...now, trend: buildTrend([...ends, { through: ctx.businessDate, value: now.retention }]) }
}
