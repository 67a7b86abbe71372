import { sql } from 'kysely'
import type { GoalKind } from '#contract/goals/kinds.ts'
import { toCents } from '#rules/cents.ts'
import { readYearClock, sumGoalToDate } from '#rules/goal-phasing.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { FigureFilters, FigurePeople } from './figure-scope.ts'
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

/** A goal month by month, and the goals that it is the sum of: itself where it was set. All in cents. */
export type GoalOfYear = { months: readonly bigint[]; parts: readonly (readonly bigint[])[] }

/** Of some people together: their goals added up, month by month; null where nobody of them has one. */
export const addGoals = (
  goals: readonly GoalOfPerson[],
  isOneOf: (employeeId: string) => boolean,
): GoalOfYear | null => {
  const parts = goals
    .filter(({ employeeId, kind }) => kind === 'individual' && isOneOf(employeeId))
    .map(({ months }) => months)
  if (parts.length === 0) return null
  return {
    months: Array.from({ length: 12 }, (_, at) => parts.reduce((sum, months) => sum + months[at]!, 0n)),
    parts,
  }
}

/** Of a team: what was set for it, else the sum of its people's. */
export const findTeamGoal = (
  goals: readonly GoalOfPerson[],
  head: string,
  members: ReadonlySet<string>,
): GoalOfYear | null => {
  const set = goals.find(({ employeeId, kind }) => kind === 'team' && employeeId === head)
  return set ? { months: set.months, parts: [set.months] } : addGoals(goals, (id) => members.has(id))
}

/** Of a goal of the year that runs, in cents. */
export type GoalSums = { amount: bigint; toDate: bigint }

export const readThisYear = ({ businessDate }: Pick<Ctx, 'businessDate'>): number => Number(businessDate.slice(0, 4))

/**
 * The goal of the year, and its part up to today, in cents; null where no goal was set. The part of a sum is that of its people, each to the cent: so
 * people, teams and the firm add up.
 */
export const sumGoal = (ctx: Pick<Ctx, 'businessDate'>, goal: GoalOfYear | null): GoalSums | null => {
  if (!goal) return null
  const clock = readYearClock(readThisYear(ctx), ctx.businessDate)
  return {
    amount: goal.months.reduce((sum, month) => sum + month, 0n),
    toDate: goal.parts.reduce((sum, months) => sum + sumGoalToDate(months, clock), 0n),
  }
}

/** The goals of this year of everybody in reach of the screen and of the goals; none for whom those aren't to see. */
export const findVisibleGoals = async (ctx: Ctx): Promise<GoalOfPerson[]> => {
  const { rights } = ctx.person
  if (!rights.may('bt_Objetivos', 'view')) return []
  return findGoalsOfYear(
    { db: ctx.db, scopes: [...ctx.scopes, ...rights.getScopes('bt_Objetivos', 'view')] },
    readThisYear(ctx),
  )
}

/** The goal of whoever is chosen, or of everybody in reach together. */
export const findScopeGoal = (
  goals: readonly GoalOfPerson[],
  { of, view }: Pick<FigureFilters, 'of' | 'view'>,
  people: FigurePeople,
): GoalOfYear | null => {
  if (people === null || of === undefined) return addGoals(goals, () => true)
  const members = new Set(people)
  return view === 'team' ? findTeamGoal(goals, of, members) : addGoals(goals, (id) => members.has(id))
}
