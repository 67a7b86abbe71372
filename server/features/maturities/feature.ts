import {
  getMaturityOverview,
  instructMaturities,
  recordMaturityCall,
  releaseMaturity,
  undoInstructions as restoreContract,
  summarizeInstructions as summaryContract,
} from '#contract/maturities.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { changeInstructions, restorePreviousInstructions } from './instruct-maturities.ts'
import { maturityRoutes } from './maturities.list.ts'
import { findMaturityDesk } from './maturities.queries.ts'
import { releaseSuspendedMaturity, saveMaturityCall } from './maturity-actions.ts'
import { summarizeInstructions } from './summarize-instructions.ts'

const routes: readonly Route[] = [
  ...maturityRoutes,
  buildRoute(getMaturityOverview, (ctx) => findMaturityDesk(ctx)),
  buildRoute(instructMaturities, changeInstructions),
  buildRoute(restoreContract, restorePreviousInstructions),
  buildRoute(summaryContract, summarizeInstructions),
  buildRoute(recordMaturityCall, saveMaturityCall),
  buildRoute(releaseMaturity, releaseSuspendedMaturity),
]

export const feature: Feature = { routes }
