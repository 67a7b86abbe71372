import * as contract from '#contract/withholding.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { findWithholding, proposePayer, proposeRate, proposeRateRemoval } from './withholding-rates.ts'
import { withholdingTask } from './withholding-task.ts'

const routes: readonly Route[] = [
  buildRoute(contract.getWithholdingSettings, (ctx, _, raw) => findWithholding(ctx, raw)),
  buildRoute(contract.setPayerKind, proposePayer),
  buildRoute(contract.setWithholdingRate, proposeRate),
  buildRoute(contract.removeWithholdingRate, proposeRateRemoval),
]

export const feature: Feature = { routes, tasks: [withholdingTask] }
