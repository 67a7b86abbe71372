import {
  getWithholdingSettings,
  removeWithholdingRate,
  setPayerKind,
  setWithholdingRate,
} from '#contract/withholding.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { findWithholding, proposeRate, proposeRateRemoval, proposePayer as setPayerOf } from './withholding-rates.ts'
import { withholdingTask } from './withholding-task.ts'

const routes: readonly Route[] = [
  buildRoute(getWithholdingSettings, (ctx, _, raw) => findWithholding(ctx, raw)),
  buildRoute(setPayerKind, setPayerOf),
  buildRoute(setWithholdingRate, proposeRate),
  buildRoute(removeWithholdingRate, proposeRateRemoval),
]

export const feature: Feature = { routes, tasks: [withholdingTask] }
