import { getWithholding, removeWithholdingRate, setPayer, setWithholdingRate } from '#contract/withholding.ts'
import type { Feature } from '#server/core/feature.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { findWithholding, removeRate, setPayer as setPayerOf, setRate } from './withholding-rates.ts'
import { withholdingTask } from './withholding-task.ts'

const routes: readonly Route[] = [
  serve(getWithholding, (ctx, _, raw) => findWithholding(ctx, raw)),
  serve(setPayer, setPayerOf),
  serve(setWithholdingRate, setRate),
  serve(removeWithholdingRate, removeRate),
]

export const feature: Feature = { routes, tasks: [withholdingTask] }
