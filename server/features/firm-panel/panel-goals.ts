import { readYearClock, sumGoalToDate } from '#rules/goal-phasing.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { FigureFilters, FigurePeople } from '#server/domain/figure-scope.ts'
import { addGoals, findGoalsOfYear, findTeamGoal, type GoalOfPerson } from '#server/domain/goal-months.ts'

/** Of a goal of the year that runs, in cents. */
export type GoalSums = { amount: bigint; toDate: bigint }

export const readThisYear = ({ businessDate }: Pick<Ctx, 'businessDate'>): number => Number(businessDate.slice(0, 4))

export const sumGoal = (ctx: Pick<Ctx, 'businessDate'>, months: readonly bigint[] | null): GoalSums | null =>
  months && {
    amount: months.reduce((sum, month) => sum + month, 0n),
    toDate: sumGoalToDate(months, readYearClock(readThisYear(ctx), ctx.businessDate)),
  }

/** The goals of this year of everybody in reach of the panel and of the goals; none for whom those aren't to see. */
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
): bigint[] | null => {
  if (people === null || of === undefined) return addGoals(goals, () => true)
  const members = new Set(people)
  return view === 'team' ? findTeamGoal(goals, of, members) : addGoals(goals, (id) => members.has(id))
}
