import * as contract from '#contract/activity-models.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute } from '#server/core/routes.ts'
import { activityModelRoutes } from './activity-models.list.ts'
import { findPositionModels, setPositionModel } from './position-models.ts'

export const feature: Feature = {
  routes: [
    ...activityModelRoutes,
    buildRoute(contract.getPositionModels, findPositionModels),
    buildRoute(contract.setPositionModel, setPositionModel),
  ],
}
