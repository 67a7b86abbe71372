import * as contract from '#contract/follow-ups.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute } from '#server/core/routes.ts'
import { followUpReason } from './day-reason.ts'
import { followUpRoutes } from './follow-ups.list.ts'
import { findFollowUp } from './follow-ups.queries.ts'
import { followUpSearch } from './search-source.ts'
import { followUpBranch } from './timeline-branch.ts'
import { changeFollowUp, createFollowUp, setFollowUpState } from './write-follow-up.ts'

export const feature: Feature = {
  routes: [
    ...followUpRoutes,
    buildRoute(contract.getFollowUp, findFollowUp),
    buildRoute(contract.createFollowUp, createFollowUp),
    buildRoute(contract.changeFollowUp, changeFollowUp),
    buildRoute(contract.setFollowUpState, setFollowUpState),
  ],
  dayReasons: [followUpReason],
  searches: [followUpSearch],
  timeline: [followUpBranch],
}
