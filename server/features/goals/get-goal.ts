import { sql } from 'kysely'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { GoalKind } from '#contract/goals/kinds.ts'
import type * as contract from '#contract/goals.ts'
import { parseDay } from '#rules/calendar.ts'
import { centsToAmount, sumCents, toCents } from '#rules/cents.ts'
import { readYearClock, type YearClock } from '#rules/goal-phasing.ts'
import { countBusinessDays } from '#rules/month-projection.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { naturalNameSql } from '#server/core/person-name.ts'
import { selectCaptationByMonth } from '#server/domain/captation.ts'
import { findGoalProjection } from '#server/domain/goal-projection.ts'
import { achievedSql, achievementSql, goalToDateSql, missingToGoalSql, runRateSql } from '#server/domain/goals.ts'
import { findMemberIds } from '#server/domain/team-member-ids.ts'
import { selectVisibleStaff } from '#server/domain/visibility.ts'
import { canSetGoalOf } from './goal-rights.ts'

type Subject = { ctx: Ctx; employeeId: string; people: readonly string[]; kind: GoalKind; year: number }

/** So many years are shown before the one that was asked for. */
const yearsBack = 5

/**
 * The goals of the subject by year, as `months` and where they come from: of a team what was set for it, else the sum of its people's, month by month. The
 * part of a sum up to a day is that of its people, each to the cent.
 */
const selectGoalsByYear = ({ employeeId, people, kind }: Subject, clock: YearClock) => sql<{
  year: number
  version: number
  source: 'set' | 'sum'
  amount: string
  months: string[]
  toDate: string
}>`(
  select g.year, g.version, 'set' as source, g.amount, g.months, ${goalToDateSql(sql`g.months`, clock)} as to_date from goal g where g.employee_id = ${employeeId} and g.kind = ${kind}::goal_kind
  union all
  select s.year, 0, 'sum', sum(s.month), array_agg(s.month order by s.place), sum(s.to_date) filter (where s.place = 1) from (
    select i.year, m.place, sum(m.month)::numeric(18, 2) as month, sum(${goalToDateSql(sql`i.months`, clock)}) as to_date
      from goal i cross join lateral unnest(i.months) with ordinality m (month, place)
     where ${kind} = 'team' and i.kind = 'individual' and i.employee_id = any(${[...people]}::bigint[])
       and not exists (select from goal o where o.employee_id = ${employeeId} and o.kind = 'team' and o.year = i.year)
     group by i.year, m.place) s group by s.year)`

/** Captation month by month, of the year that was asked for and those before it. */
const findMonths = ({ ctx, people, year }: Subject) => {
  const request = { ctx, people, from: `${year - yearsBack}-01-01`, to: readYearClock(year, ctx.businessDate).through }
  return ctx.db
    .selectFrom(selectCaptationByMonth(request).as('f'))
    .select(['f.month', 'f.gross', 'f.out', achievedSql.as('achieved')])
    .execute()
}

/** Pace and achievement of each year that has a goal or captation. */
const findYears = async (subject: Subject, achieved: ReadonlyMap<number, string>) => {
  const { ctx, year } = subject
  const clock = readYearClock(year, ctx.businessDate)
  const raised = JSON.stringify([...achieved].map(([of, sum]) => ({ year: of, achieved: sum })))
  const isRequestedYear = sql`coalesce(g.year, a.year) = ${year}`
  const toDate = sql<string>`case when ${isRequestedYear} then g.to_date else g.amount end`
  const ownAchieved = sql<string>`coalesce(a.achieved, 0)::numeric(18, 2)`
  const amount = sql<string>`g.amount`
  const { rows } = await sql<{
    year: number
    version: number | null
    source: 'set' | 'sum' | null
    amount: string | null
    months: string[] | null
    achieved: string
    toDate: string | null
    achievement: string | null
    achievedOfYear: string | null
    runRate: string | null
    missing: string | null
  }>`
    select coalesce(g.year, a.year)::int as year, g.version, g.source, g.amount::numeric(18, 2) as amount, g.months::text[] as months,
           ${ownAchieved} as achieved, (${toDate})::numeric(18, 2) as to_date, ${achievementSql(ownAchieved, sql`(${toDate})`)} as achievement,
           ${achievementSql(ownAchieved, amount)} as achieved_of_year, ${runRateSql(ownAchieved, amount, sql`(${toDate})`)} as run_rate,
           case when g.amount is not null then ${missingToGoalSql(ownAchieved, amount)} end as missing
      from ${selectGoalsByYear(subject, clock)} g
      full join jsonb_to_recordset(${raised}::jsonb) as a (year int, achieved numeric) on a.year = g.year
     where coalesce(g.year, a.year) between ${year - yearsBack} and ${year}
     order by 1 desc`.execute(ctx.db)
  return rows
}

/** What is missing by business day left, rounded up to the cent: at that pace it is reached. */
const findRequiredPace = (missing: string | null, daysLeft: number): string | null => {
  const cents = toCents(missing ?? '0.00')
  if (cents === 0n || daysLeft === 0) return null
  return centsToAmount((cents + BigInt(daysLeft) - 1n) / BigInt(daysLeft))
}

const buildMonths = (year: number, months: Awaited<ReturnType<typeof findMonths>>, goal: readonly string[] | null) =>
  Array.from({ length: 12 }, (_, at) => {
    const month = `${year}-${String(at + 1).padStart(2, '0')}-01`
    const { gross, out, achieved } = months.find((own) => own.month === month) ?? {
      gross: '0.00',
      out: '0.00',
      achieved: '0.00',
    }
    return { month, goal: goal?.[at] ?? null, gross, out, achieved }
  })

/** Business days after the last that counts, to the end of the year. */
const countDaysLeft = ({ ctx, year }: Subject): number =>
  countBusinessDays(
    tenantFacts[ctx.prefix].country,
    parseDay(readYearClock(year, ctx.businessDate).through) + 1,
    parseDay(`${year}-12-31`),
  )

const findEmployee = async (ctx: Ctx, employeeId: string) => {
  const found = await selectVisibleStaff(ctx)
    .where('e.id', '=', employeeId)
    .select(['e.id', 'e.cvl', naturalNameSql('e').as('name')])
    .executeTakeFirst()
  if (!found) throw buildRefusal('notFound')
  return found
}

/** Throws 404 of whom the caller doesn't see. */
export const findGoal = async (
  ctx: Ctx,
  { params: { employeeId }, query }: ParsedRequest<typeof contract.getGoal>,
): Promise<contract.Goal> => {
  const employee = await findEmployee(ctx, employeeId)
  const { year = Number(ctx.businessDate.slice(0, 4)), kind = 'individual' } = query
  const team = await findMemberIds(ctx, employeeId, 'team')
  const subject: Subject = { ctx, employeeId, people: kind === 'team' ? team : [employeeId], kind, year }
  const [months, { measure }] = await Promise.all([
    findMonths(subject),
    ctx.db.selectFrom('goalRule').select('measure').executeTakeFirstOrThrow(),
  ])
  const achievedByYear = new Map(
    Array.from({ length: yearsBack + 1 }, (_, back) => year - back).flatMap((of) => {
      const own = months.filter(({ month }) => month.startsWith(`${of}-`))
      return own.length > 0 ? [[of, centsToAmount(sumCents(own.map(({ achieved }) => achieved)))] as const] : []
    }),
  )
  const years = await findYears(subject, achievedByYear)
  const now = years.find((own) => own.year === year)
  const achieved = now?.achieved ?? '0.00'
  const businessDaysLeft = countDaysLeft(subject)
  return {
    employee,
    year,
    kind,
    measure,
    source: now?.source ?? 'none',
    version: now?.version ?? 0,
    isEditable: canSetGoalOf(ctx, employeeId),
    hasTeam: team.length > 1,
    through: readYearClock(year, ctx.businessDate).through,
    amount: now?.amount ?? null,
    toDate: now?.toDate ?? null,
    achieved,
    achievement: now?.achievement ?? null,
    achievedOfYear: now?.achievedOfYear ?? null,
    runRate: now?.runRate ?? null,
    missing: now?.missing ?? null,
    businessDaysLeft,
    requiredPace: findRequiredPace(now?.missing ?? null, businessDaysLeft),
    months: buildMonths(year, months, now?.months ?? null),
    projection: await findGoalProjection(subject, achieved),
    years: years
      .filter((own) => own.year < year)
      .map(({ year: of, amount, achieved: sum, achievement }) => ({ year: of, amount, achieved: sum, achievement })),
  }
}
