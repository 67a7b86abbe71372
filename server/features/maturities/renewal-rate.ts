import { sql } from 'kysely'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import type { getMaturityOverview } from '#contract/maturities.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { findRetentions, getMaturedWindow } from '#server/domain/retention.ts'
import { buildTrend, trendDaysSql } from '#server/domain/trend.ts'

/** Of what matured in the last twelve months, what went on into another account; and the same at the end of each month before. */
export const findMaturityDesk = async (ctx: Ctx): Promise<ResponseBody<typeof getMaturityOverview>> => {
  const { rows } = await sql<{ through: string }>`${trendDaysSql(ctx.businessDate)} order by through`.execute(ctx.db)
  const ends = rows.slice(0, -1).map(({ through }) => through)
  const windows = [
    ...ends.map((through) => getMaturedWindow(through.slice(0, 7), ctx.businessDate)),
    getMaturedWindow(undefined, ctx.businessDate),
  ]
  const found = await findRetentions(ctx, null, windows)
  const points = [...ends, ctx.businessDate].map((through, at) => ({ through, value: found[at]!.retention }))
  return { ...found.at(-1)!, trend: buildTrend(points) }
}
