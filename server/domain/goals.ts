import { type RawBuilder, sql } from 'kysely'
import { toCents } from '#rules/cents.ts'
import { readYearClock, type YearClock } from '#rules/goal-phasing.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { type CaptationRequest, selectCaptationByMonth, selectCaptationByPerson } from './captation.ts'

/** What counts towards goals, of `gross` and `out` of the row `f`. */
export const achievedSql = sql<string>`(coalesce(f.gross, 0) + case (select r.measure from goal_rule r)
  when 'net' then coalesce(f.out, 0) else 0 end)::numeric(18, 2)`

/** Of twelve months of a goal, what falls before the end of a day: whole months from the first that counts, and of the one that runs its days so far. */
export const goalToDateSql = (
  months: RawBuilder<unknown>,
  { wholeMonths, day, daysOfMonth }: YearClock,
  firstMonth = 1,
): RawBuilder<string> =>
  sql<string>`(sum_months((${months})[${sql.lit(firstMonth)}:${sql.lit(wholeMonths)}])
    + coalesce((${months})[${sql.lit(wholeMonths + 1)}], 0) * ${sql.lit(day)} / ${sql.lit(daysOfMonth)})::numeric(18, 2)`

/** What somebody achieved in per cent of what they should have; null where that is nothing. */
export const achievementSql = (achieved: RawBuilder<string>, of: RawBuilder<string>): RawBuilder<string | null> =>
  sql<string | null>`(100 * ${achieved} / nullif(${of}, 0))::numeric(12, 1)`

/** What a year comes to at the pace so far: achieved to date by the goal of the year over that to date; null where none of it is due yet. */
export const runRateSql = (
  achieved: RawBuilder<string>,
  amount: RawBuilder<string>,
  toDate: RawBuilder<string>,
): RawBuilder<string | null> => sql<string | null>`(${achieved} * ${amount} / nullif(${toDate}, 0))::numeric(18, 2)`

/** What a goal still lacks; nothing once it is reached. */
export const missingToGoalSql = (achieved: RawBuilder<string>, amount: RawBuilder<string>): RawBuilder<string> =>
  sql<string>`case when ${amount} > ${achieved} then ${amount} - ${achieved} else 0 end::numeric(18, 2)`

/** Captation of a year up to today by credited person, of everybody in reach. */
export const selectYearCaptation = (ctx: Pick<Ctx, 'scopes' | 'businessDate'>, year: number) =>
  selectCaptationByPerson({
    ctx,
    people: null,
    from: `${year}-01-01`,
    to: readYearClock(year, ctx.businessDate).through,
  })

/** What was achieved in a range, month by month, in cents. */
export const findAchievedMonths = async (
  request: CaptationRequest & { ctx: Pick<Ctx, 'db'> },
): Promise<ReadonlyMap<string, bigint>> => {
  const rows = await request.ctx.db
    .selectFrom(selectCaptationByMonth(request).as('f'))
    .select(['f.month', achievedSql.as('achieved')])
    .execute()
  return new Map(rows.map(({ month, achieved }) => [month, toCents(achieved)]))
}
