import * as contract from '#contract/income-dashboard.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute } from '#server/core/routes.ts'
import { findIncome } from './get-income.ts'
import { incomeExport } from './income-files.ts'

export const feature: Feature = {
  routes: [buildRoute(contract.getIncome, findIncome), incomeExport],
}
