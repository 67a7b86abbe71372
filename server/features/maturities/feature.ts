import {
  getMaturityDesk,
  instructMaturities,
  noteMaturityCall,
  releaseMaturity,
  restoreInstructions as restoreContract,
  summarizeInstructions as summaryContract,
} from '#contract/maturities.ts'
import type { Feature } from '#server/core/feature.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { noteCall, release } from './change-maturities.ts'
import { instruct, restoreInstructions } from './instruct-maturities.ts'
import { maturityRoutes } from './maturities.list.ts'
import { findDesk } from './maturities.queries.ts'
import { summarizeInstructions } from './summarize-instructions.ts'

const routes: readonly Route[] = [
  ...maturityRoutes,
  serve(getMaturityDesk, (ctx) => findDesk(ctx)),
  serve(instructMaturities, instruct),
  serve(restoreContract, restoreInstructions),
  serve(summaryContract, summarizeInstructions),
  serve(noteMaturityCall, noteCall),
  serve(releaseMaturity, release),
]

export const feature: Feature = { routes }
