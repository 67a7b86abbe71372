import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { listGoals } from '#contract/goals.ts'
import { readYearClock } from '#rules/goal-phasing.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import {
  achievedSql,
  achievementSql,
  goalToDateSql,
  missingToGoalSql,
  runRateSql,
  selectYearCaptation,
} from '#server/domain/goals.ts'
import { matchesColleagueName } from '#server/domain/staff-search.ts'
import { selectVisibleStaff, worksHereSql } from '#server/domain/visibility.ts'

type Filters = ParsedRequest<typeof listGoals.count>['query']

const readYear = ({ businessDate }: Pick<Ctx, 'businessDate'>, year: string | undefined): number =>
  Number(year ?? businessDate.slice(0, 4))

/** Of those under `e`, themselves among them: the goal that was set for the team, or the sum of theirs, as far as they are in reach. */
const teamAmountSql = (ctx: Ctx, year: number): RawBuilder<string | null> => {
  const inReach = sql`u.employee_id in (${selectVisibleStaff(ctx).select('e.id')})`
  return sql<string | null>`(
  select coalesce(
    (select s.amount from goal s where s.employee_id = e.id and s.year = ${year} and s.kind = 'team'),
    (select sum(i.amount)::numeric(18, 2) from employee_team u
       join goal i on i.employee_id = u.employee_id and i.year = ${year} and i.kind = 'individual'
      where u.supervisor_id = e.id and ${inReach}
        and exists (select from employee_team u where u.supervisor_id = e.id and u.employee_id <> e.id and ${inReach})))
   where exists (select from employee_team u where u.supervisor_id = e.id and u.employee_id <> e.id))`
}

const selectGoalFigures = (ctx: Ctx, { year: requestedYear, search }: Omit<Filters, 'state'>) => {
  const year = readYear(ctx, requestedYear)
  const amount = sql<string>`g.amount`
  const toDate = goalToDateSql(sql`g.months`, readYearClock(year, ctx.businessDate))
  return selectVisibleStaff(ctx)
    .leftJoin('goal as g', (join) =>
      join.onRef('g.employeeId', '=', 'e.id').on('g.year', '=', year).on('g.kind', '=', 'individual'),
    )
    .leftJoin(selectYearCaptation(ctx, year).as('f'), 'f.personId', 'e.id')
    .where(sql<SqlBool>`(${worksHereSql(ctx.businessDate)} or g.amount is not null or f.gross is not null)`)
    .$if(!!search, (rows) => rows.where(matchesColleagueName(search!)))
    .select(['e.id', 'e.cvl', fullNameSql('e').as('name'), sql<string | null>`g.amount`.as('amount')])
    .select([
      sql<string | null>`case when g.amount is not null then ${toDate} end`.as('toDate'),
      achievedSql.as('achieved'),
      achievementSql(achievedSql, toDate).as('achievement'),
      runRateSql(achievedSql, amount, toDate).as('runRate'),
      sql<string | null>`case when g.amount is not null then ${missingToGoalSql(achievedSql, amount)} end`.as(
        'missing',
      ),
      teamAmountSql(ctx, year).as('teamAmount'),
    ])
}

const stateConditions = {
  none: sql<SqlBool>`t.amount is null`,
  onTrack: sql<SqlBool>`t.amount is not null and t.achieved >= t.to_date`,
  behind: sql<SqlBool>`t.achieved < t.to_date`,
} as const

export const selectGoals = (ctx: Ctx, { state, ...filters }: Filters) =>
  ctx.db
    .selectFrom(selectGoalFigures(ctx, filters).as('t'))
    .$if(state !== undefined, (rows) => rows.where(stateConditions[state!]))
    .selectAll('t')

export const countGoals = (ctx: Ctx, filters: Filters) => {
  const sum = (column: string) => sql<string>`coalesce(sum(${sql.ref(column)}), 0)::numeric(18, 2)`
  return ctx.db
    .selectFrom(selectGoals(ctx, filters).as('t'))
    .select([
      sql<number>`count(*)::int`.as('total'),
      sum('t.amount').as('amount'),
      sum('t.to_date').as('toDate'),
      sum('t.achieved').as('achieved'),
      achievementSql(sum('t.achieved'), sum('t.to_date')).as('achievement'),
      sum('t.missing').as('missing'),
    ])
    .executeTakeFirstOrThrow()
}

export const goalSorts: Record<(typeof listGoals.sortable)[number], string> = {
  name: 't.name',
  amount: 't.amount',
  achieved: 't.achieved',
  achievement: 't.achievement',
  missing: 't.missing',
}
