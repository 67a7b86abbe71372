import { getWithholdingSettings, removeWithholdingRate, setPayerKind, setWithholdingRate } from '#contract/withholding.ts'
import type { Feature } from '#server/core/feature.ts'
import { type Route, buildRoute } from '#server/core/routes.ts'
import { findWithholding, proposeRateRemoval, proposePayer as setPayerOf, proposeRate } from './withholding-rates.ts'
import { withholdingTask } from './withholding-task.ts'

const routes: readonly Route[] = [
  buildRoute(getWithholdingSettings, (ctx, _, raw) => findWithholding(ctx, raw)),
  buildRoute(setPayerKind, setPayerOf),
  buildRoute(setWithholdingRate, proposeRate),
  buildRoute(removeWithholdingRate, proposeRateRemoval),
]

export const feature: Feature = { routes, tasks: [withholdingTask] }
