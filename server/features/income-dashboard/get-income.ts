import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { getIncome, IncomeMonth } from '#contract/income-dashboard.ts'
import { getMonthEnd } from '#rules/calendar.ts'
import { centsToAmount } from '#rules/cents.ts'
import { buildFigurePeriod } from '#rules/figure-period.ts'
import { projectMonths } from '#rules/month-projection.ts'
import { calculatePercent } from '#rules/percent.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { resolveRequest } from '#server/domain/figure-rows.ts'
import { type FigureRequest, findFigureScope } from '#server/domain/figure-scope.ts'
import { findMoneyInAndOutByMonth } from '#server/domain/flow-months.ts'
import { findScopeGoal, findVisibleGoals, sumGoal } from '#server/domain/goal-months.ts'
import { findGoalProjection } from '#server/domain/goal-projection.ts'
import { findAchievedMonths } from '#server/domain/goals.ts'

const listYearMonths = (year: number): string[] =>
  Array.from({ length: 12 }, (_, at) => `${year}-${String(at + 1).padStart(2, '0')}-01`)

const addUp = (values: Iterable<bigint>): bigint => [...values].reduce((sum, value) => sum + value, 0n)

/** Of this year and the one before, month by month; and of the one before all up to the same day. */
const findTwoYears = async (request: FigureRequest, today: string) => {
  const year = Number(today.slice(0, 4))
  const { from, to } = buildFigurePeriod('month', today).yearBefore
  const [months, running] = await Promise.all([
    findAchievedMonths({ ...request, from: `${year - 1}-01-01`, to: today }),
    findAchievedMonths({ ...request, from, to }),
  ])
  const sum = (isCounted: (month: string) => boolean): bigint =>
    addUp([...months].filter(([month]) => isCounted(month)).map(([, own]) => own))
  return {
    months,
    total: sum((month) => month.startsWith(`${year}`)),
    lastYearToDate: sum((month) => month < from) + addUp(running.values()),
  }
}

/** Throws 404 for whom the caller doesn't see, and where clients aren't to see. */
export const findIncome = async (
  ctx: Ctx,
  { query }: { query: ParsedRequest<typeof getIncome>['query'] },
): Promise<ResponseBody<typeof getIncome>> => {
  const today = ctx.businessDate
  const year = Number(today.slice(0, 4))
  const days = { range: 'custom', from: `${year}-01-01`, to: today, ...query } as const
  const [captation, flows] = await Promise.all([
    resolveRequest(ctx, 'captation', days),
    resolveRequest(ctx, 'flows', days),
  ])
  const names = listYearMonths(year)
  const [scope, { months: achieved, total, lastYearToDate }, moved, goals, { measure }] = await Promise.all([
    findFigureScope(ctx, query),
    findTwoYears(captation, today),
    findMoneyInAndOutByMonth(flows, names),
    findVisibleGoals(ctx),
    ctx.db.selectFrom('goalRule').select('measure').executeTakeFirstOrThrow(),
  ])
  const yearGoal = findScopeGoal(goals, query, captation.people)
  const goal = sumGoal(ctx, yearGoal)
  const projected = projectMonths(
    tenantFacts[ctx.prefix].country,
    names.map((month) => ({ month, actual: achieved.get(month) ?? 0n })),
    today,
  )
  const months = projected.map(({ month, actual, projected: whole }, at): IncomeMonth => {
    const end = getMonthEnd(month)
    const isToCome = month > today
    return {
      month,
      through: isToCome ? month : end < today ? end : today,
      in: isToCome ? null : centsToAmount(moved[at]!.in),
      achieved: isToCome ? null : centsToAmount(actual),
      goal: yearGoal && centsToAmount(yearGoal.months[at]!),
      projected: centsToAmount(whole),
      lastYear: centsToAmount(achieved.get(`${year - 1}${month.slice(4)}`) ?? 0n),
    }
  })
  return {
    scope,
    year,
    through: today,
    measure,
    months,
    achieved: centsToAmount(total),
    lastYearToDate: centsToAmount(lastYearToDate),
    goal: goal && {
      amount: centsToAmount(goal.amount),
      toDate: centsToAmount(goal.toDate),
      achievement: calculatePercent(total, goal.toDate),
    },
    projected: centsToAmount(projected.at(-1)!.cumulative),
    projection: await findGoalProjection({ ctx, people: captation.people, year }, centsToAmount(total)),
  }
}
