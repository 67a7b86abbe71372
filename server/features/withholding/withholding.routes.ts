import { getWithholding, removeWithholdingRate, setPayer, setWithholdingRate } from '#contract/withholding.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { findWithholding, removeRate, setPayer as setPayerOf, setRate } from './withholding-rates.ts'

export const withholdingRoutes: readonly Route[] = [
  serve(getWithholding, (ctx, _, raw) => findWithholding(ctx, raw)),
  serve(setPayer, setPayerOf),
  serve(setWithholdingRate, setRate),
  serve(removeWithholdingRate, removeRate),
]
