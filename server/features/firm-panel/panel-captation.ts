import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { getPanelCaptation } from '#contract/firm-panel.ts'
import { centsToAmount } from '#rules/cents.ts'
import { calculateRunRate } from '#rules/goal-phasing.ts'
import { calculatePercent } from '#rules/percent.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { resolvePeople } from '#server/domain/figure-scope.ts'
import { findScopeGoal, findVisibleGoals, sumGoal } from '#server/domain/goal-months.ts'
import { findAchievedMonths } from '#server/domain/goals.ts'
import { comparePanelUnits, formatCents } from './panel-changes.ts'
import { getPanelDays } from './panel-days.ts'
import { buildTileRequest } from './panel-values.ts'

/** Throws 404 for whom the caller doesn't see, and where captation isn't to see. */
export const findPanelCaptation = async (
  ctx: Ctx,
  { query }: { query: ParsedRequest<typeof getPanelCaptation>['query'] },
): Promise<ResponseBody<typeof getPanelCaptation>> => {
  const people = await resolvePeople(ctx, query)
  const days = getPanelDays(ctx.businessDate)
  const { starts, months, today } = days
  const request = buildTileRequest(ctx, people, 'captation', { from: months[0]!.month, to: today })
  if (!request) throw buildRefusal('notFound')
  const [byMonth, before, ofYearBefore, goals, { measure }] = await Promise.all([
    findAchievedMonths(request),
    findAchievedMonths({ ...request, from: starts.monthBefore, to: days.monthBefore }),
    findAchievedMonths({ ...request, from: starts.yearBefore, to: days.yearBefore }),
    findVisibleGoals(ctx),
    ctx.db.selectFrom('goalRule').select('measure').executeTakeFirstOrThrow(),
  ])
  const year = today.slice(0, 4)
  const achieved = [...byMonth].reduce((sum, [month, own]) => (month.startsWith(year) ? sum + own : sum), 0n)
  const now = byMonth.get(starts.month) ?? 0n
  const goal = sumGoal(ctx, findScopeGoal(goals, query, people))
  const runRate = goal && calculateRunRate(achieved, goal.amount, goal.toDate)
  const compare = (old: bigint | undefined, day: string) => comparePanelUnits({ now, old: old ?? 0n, day }, formatCents)
  return {
    measure,
    achieved: centsToAmount(achieved),
    month: centsToAmount(now),
    goal: goal && {
      amount: centsToAmount(goal.amount),
      toDate: centsToAmount(goal.toDate),
      achievement: calculatePercent(achieved, goal.toDate),
      runRate: runRate === null ? null : centsToAmount(runRate),
    },
    monthBefore: compare(before.get(starts.monthBefore), days.monthBefore),
    yearBefore: compare(ofYearBefore.get(starts.yearBefore), days.yearBefore),
    points: months.map(({ month, through }) => ({
      month,
      through,
      value: centsToAmount(byMonth.get(month) ?? 0n),
    })),
  }
}
