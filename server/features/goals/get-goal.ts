import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type ContactStage, openContactStages } from '#contract/contacts/stages.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { GoalKind } from '#contract/goals/kinds.ts'
import type * as contract from '#contract/goals.ts'
import { addMonths, parseDay, toIsoDate } from '#rules/calendar.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import { readYearClock } from '#rules/goal-phasing.ts'
import { countBusinessDays } from '#rules/month-projection.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import type { RecordScope } from '#server/core/rights.ts'
import { selectCaptationByMonth } from '#server/domain/captation.ts'
import { achievedSql, achievementSql, goalToDateSql, missingSql, runRateSql } from '#server/domain/goals.ts'
import { maturedSumSql, renewedSumSql, selectMaturedPostings } from '#server/domain/matured-postings.ts'
import { findMemberIds } from '#server/domain/team-member-ids.ts'
import { isOwnerVisibleSql, selectVisibleClients, selectVisibleStaff } from '#server/domain/visibility.ts'
import { canSetGoalOf } from './goal-rights.ts'

type Subject = { ctx: Ctx; employeeId: string; people: readonly string[]; kind: GoalKind; year: number }

/** What a projection is read from. */
const projectionModules = ['bt_AgendaComercial', 'bt_Clientes'] as const

/** So many years are shown before the one that was asked for. */
const yearsBack = 5

const isOneOf = (column: string, people: readonly string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} = any(${[...people]}::bigint[])`

/**
 * The goals of the subject by year, as `months` and where they come from: of a team what was set for it, else the sum of its people's, month by month.
 */
const selectGoalsByYear = ({ employeeId, people, kind }: Subject) => sql<{
  year: number
  version: number
  source: 'set' | 'sum'
  amount: string
  months: string[]
}>`(
  select g.year, g.version, 'set' as source, g.amount, g.months from goal g where g.employee_id = ${employeeId} and g.kind = ${kind}::goal_kind
  union all
  select s.year, 0, 'sum', sum(s.month), array_agg(s.month order by s.place) from (
    select i.year, m.place, sum(m.month)::numeric(18, 2) as month
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
  const toDate = sql<string>`case when ${isRequestedYear} then ${goalToDateSql(sql`g.months`, clock)} else g.amount end`
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
           case when g.amount is not null then ${missingSql(ownAchieved, amount)} end as missing
      from ${selectGoalsByYear(subject)} g
      full join jsonb_to_recordset(${raised}::jsonb) as a (year int, achieved numeric) on a.year = g.year
     where coalesce(g.year, a.year) between ${year - yearsBack} and ${year}
     order by 1 desc`.execute(ctx.db)
  return rows
}

/** Open contacts of these people by stage, with the probability of each. */
const findStages = async ({ ctx, people }: Subject, scopes: readonly RecordScope[]) => {
  const { rows } = await sql<{
    stage: ContactStage
    count: number
    amount: string
    probability: number
    expected: string
  }>`
    select s.stage, coalesce(x.count, 0)::int as count, coalesce(x.amount, 0)::numeric(18, 2) as amount, s.probability,
           (coalesce(x.amount, 0) * s.probability / 100)::numeric(18, 2) as expected
      from goal_rule r cross join lateral unnest(${[...openContactStages]}::text[], r.probabilities) with ordinality s (stage, probability, place)
      left join (select ct.stage, count(*) as count, sum(ct.amount) as amount from contact ct
                  where ct.deleted_at is null and ct.client_id is null and ${isOneOf('ct.employee_id', people)}
                    and ${isOwnerVisibleSql({ scopes }, sql`ct.employee_id`)} group by ct.stage) x on x.stage = s.stage
     order by s.place`.execute(ctx.db)
  return rows
}

/** What matures by the end of the year of the clients whom these people manage, and what of the last twelve months went on. */
const findMaturities = async (
  { ctx: { db, businessDate: today }, people, year }: Subject,
  scopes: readonly RecordScope[],
) => {
  const ctx = { db, scopes }
  const from = toIsoDate(addMonths(parseDay(today), -12))
  const [due, past] = await Promise.all([
    selectVisibleClients(ctx)
      .where(isOneOf('c.manager_id', people))
      .innerJoin('account as a', 'a.clientId', 'c.clientId')
      .innerJoin('accountBalance as b', 'b.accountId', 'a.id')
      .where('a.status', '=', 'active')
      .where(sql<SqlBool>`a.expires_on > ${today}::date and a.expires_on <= ${`${year}-12-31`}::date`)
      .select(sql<string>`coalesce(sum(b.principal), 0)::numeric(18, 2)`.as('maturing'))
      .executeTakeFirstOrThrow(),
    selectMaturedPostings(ctx, from)
      .where(isOneOf('c.manager_id', people))
      .where('l.bookingDate', '<=', today)
      .select([maturedSumSql.as('matured'), renewedSumSql.as('renewed')])
      .executeTakeFirstOrThrow(),
  ])
  const { rows } = await sql<{ retention: string | null; retained: string }>`
    select (100 * ${past.renewed}::numeric / nullif(${past.matured}::numeric, 0))::numeric(12, 1) as retention,
           coalesce(${due.maturing}::numeric * ${past.renewed}::numeric / nullif(${past.matured}::numeric, 0), 0)::numeric(18, 2) as retained`.execute(
    db,
  )
  return { maturing: due.maturing, ...rows[0]! }
}

const sumCents = (amounts: readonly string[]): bigint => amounts.reduce((sum, amount) => sum + toCents(amount), 0n)

/** Each part by itself, and all of them; null of another year than this, and for whom contacts or clients aren't to see. */
const buildProjection = async (subject: Subject, achieved: string): Promise<contract.Goal['projection']> => {
  const { businessDate, scopes, person } = subject.ctx
  if (subject.year !== Number(businessDate.slice(0, 4))) return null
  if (projectionModules.some((module) => !person.rights.may(module, 'view'))) return null
  const [contacts, clients] = projectionModules.map((module) => [...scopes, ...person.rights.getScopes(module, 'view')])
  const [stages, maturities] = await Promise.all([findStages(subject, contacts!), findMaturities(subject, clients!)])
  const pipeline = centsToAmount(sumCents(stages.map(({ expected }) => expected)))
  return { total: centsToAmount(sumCents([achieved, pipeline, maturities.retained])), pipeline, stages, ...maturities }
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
    .select(['e.id', 'e.cvl', fullNameSql('e').as('name')])
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
    projection: await buildProjection(subject, achieved),
    years: years
      .filter((own) => own.year < year)
      .map(({ year: of, amount, achieved: sum, achievement }) => ({ year: of, amount, achieved: sum, achievement })),
  }
}
