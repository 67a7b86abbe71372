import * as contract from '#contract/calls.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute } from '#server/core/routes.ts'
import { callRoutes } from './calls.list.ts'
import { callReason } from './day-reason.ts'
import { changeCall, logCall, setCallActive } from './log-call.ts'
import { callSearch } from './search-source.ts'

export const feature: Feature = {
  dayReasons: [callReason],
  searches: [callSearch],
  routes: [
    ...callRoutes,
    buildRoute(contract.logCall, logCall),
    buildRoute(contract.changeCall, changeCall),
    buildRoute(contract.setCallActive, setCallActive),
  ],
}
