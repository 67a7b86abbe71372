import { changeSettings, getSettings, removeCurrencyRate, setCurrencyRate } from '#contract/settings.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { changeSettings as change } from './change-settings.ts'
import { removeCurrencyRate as removeRate, setCurrencyRate as setRate } from './currency-rates.ts'
import { findSettings } from './settings.queries.ts'

export const settingsRoutes: readonly Route[] = [
  serve(getSettings, (ctx, _, { serving }) => findSettings(ctx, serving.config)),
  serve(changeSettings, change),
  serve(setCurrencyRate, setRate),
  serve(removeCurrencyRate, removeRate),
]
