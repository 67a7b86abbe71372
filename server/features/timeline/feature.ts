import * as contract from '#contract/timeline.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute } from '#server/core/routes.ts'
import { callBranch } from './call-branch.ts'
import { findClientTimeline } from './timeline.queries.ts'

export const feature: Feature = {
  routes: [buildRoute(contract.getClientTimeline, findClientTimeline)],
  timeline: [callBranch],
}
