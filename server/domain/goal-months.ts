import { sql } from 'kysely'
import type { GoalKind } from '#contract/goals/kinds.ts'
import { toCents } from '#rules/cents.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { selectVisibleStaff } from './visibility.ts'

/** The twelve months of a goal, in cents. */
export type GoalOfPerson = { employeeId: string; kind: GoalKind; months: bigint[] }

/** The goals of a year of everybody in reach. */
export const findGoalsOfYear = async (ctx: Pick<Ctx, 'db' | 'scopes'>, year: number): Promise<GoalOfPerson[]> => {
  const rows = await selectVisibleStaff(ctx)
    .innerJoin('goal as g', 'g.employeeId', 'e.id')
    .where('g.year', '=', year)
    .select(['g.employeeId', 'g.kind', sql<string[]>`g.months::text[]`.as('months')])
    .execute()
  return rows.map(({ months, ...goal }) => ({ ...goal, months: months.map(toCents) }))
}

/** Of some people together: their goals added up, month by month; null where nobody of them has one. */
export const addGoals = (goals: readonly GoalOfPerson[], isOneOf: (employeeId: string) => boolean): bigint[] | null => {
  const own = goals.filter(({ employeeId, kind }) => kind === 'individual' && isOneOf(employeeId))
  if (own.length === 0) return null
  return Array.from({ length: 12 }, (_, at) => own.reduce((sum, { months }) => sum + months[at]!, 0n))
}

/** Of a team: what was set for it, else the sum of its people's. */
export const findTeamGoal = (
  goals: readonly GoalOfPerson[],
  head: string,
  members: ReadonlySet<string>,
): bigint[] | null =>
  goals.find(({ employeeId, kind }) => kind === 'team' && employeeId === head)?.months ??
  addGoals(goals, (id) => members.has(id))
