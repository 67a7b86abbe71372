import * as contract from '#contract/combined-reads.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute } from '#server/core/routes.ts'
import { answerCombinedReads } from './answer-combined-reads.ts'

export const feature: Feature = { routes: [buildRoute(contract.getCombinedReads, answerCombinedReads)] }
