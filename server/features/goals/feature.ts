import * as contract from '#contract/goals.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute } from '#server/core/routes.ts'
import { copyGoals } from './copy-goals.ts'
import { findGoal } from './get-goal.ts'
import { findGoalRules, setGoalRules } from './goal-rules.ts'
import { goalRoutes } from './goals.list.ts'
import { removeGoal, setGoal } from './set-goal.ts'

export const feature: Feature = {
  routes: [
    ...goalRoutes,
    buildRoute(contract.getGoalRules, findGoalRules),
    buildRoute(contract.setGoalRules, setGoalRules),
    buildRoute(contract.copyGoals, copyGoals),
    buildRoute(contract.getGoal, findGoal),
    buildRoute(contract.setGoal, setGoal),
    buildRoute(contract.removeGoal, removeGoal),
  ],
}
