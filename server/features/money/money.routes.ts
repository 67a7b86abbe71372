import { addContribution as add } from '#contract/money-in.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { addContribution } from './add-contribution.ts'

export const moneyRoutes: readonly Route[] = [serve(add, addContribution)]
