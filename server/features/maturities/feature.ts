import * as contract from '#contract/maturities.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { maturityDayReason } from './day-reason.ts'
import { maturityTile } from './day-tile.ts'
import { changeInstructions, restorePreviousInstructions } from './instruct-maturities.ts'
import { maturedRoutes } from './matured.list.ts'
import { maturityRoutes } from './maturities.list.ts'
import { releaseSuspendedMaturity, saveMaturityCall } from './maturity-actions.ts'
import { findMaturityDesk } from './renewal-rate.ts'
import { maturityRun } from './run-maturities.ts'
import { summarizeInstructions } from './summarize-instructions.ts'

const routes: readonly Route[] = [
  ...maturityRoutes,
  ...maturedRoutes,
  buildRoute(contract.getMaturityOverview, (ctx) => findMaturityDesk(ctx)),
  buildRoute(contract.instructMaturities, changeInstructions),
  buildRoute(contract.undoInstructions, restorePreviousInstructions),
  buildRoute(contract.summarizeInstructions, summarizeInstructions),
  buildRoute(contract.recordMaturityCall, saveMaturityCall),
  buildRoute(contract.releaseMaturity, releaseSuspendedMaturity),
]

export const feature: Feature = {
  dayTiles: [maturityTile],
  routes,
  dayReasons: [maturityDayReason],
  nightlyRuns: [maturityRun],
}
