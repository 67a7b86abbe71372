import * as contract from '#contract/reviews.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute } from '#server/core/routes.ts'
import { findReviewCadence, setReviewCadence } from './cadence.ts'
import { reviewDayReasons } from './day-reason.ts'
import { reviewRoutes } from './reviews.list.ts'

export const feature: Feature = {
  dayReasons: reviewDayReasons,
  routes: [
    ...reviewRoutes,
    buildRoute(contract.getReviewCadence, findReviewCadence),
    buildRoute(contract.setReviewCadence, setReviewCadence),
  ],
}
