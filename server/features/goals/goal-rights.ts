import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { hasFirmWideScope } from '#server/core/rights.ts'

/** Nobody sets what they themselves are measured by, unless they answer for the whole firm. */
const isOwnGoal = (ctx: Ctx, employeeId: string): boolean =>
  employeeId === ctx.person.membership.employeeId && !hasFirmWideScope(ctx)

/** Whether the caller may set and remove the goal of somebody whom they see. */
export const canSetGoalOf = (ctx: Ctx, employeeId: string): boolean =>
  ctx.person.rights.may('bt_Objetivos', 'edit') && !isOwnGoal(ctx, employeeId)

/** Throws `goal.own`. Every write of a goal asks it. */
export const assertNotOwnGoal = (ctx: Ctx, employeeId: string): void => {
  if (isOwnGoal(ctx, employeeId)) throw buildRefusal('goal.own')
}
