import * as contract from '#contract/profitability.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute } from '#server/core/routes.ts'
import { findAccountMargin } from './account-margin.ts'
import { findChosenNames } from './chosen-names.ts'
import {
  findProfitabilitySettings,
  removeDirectCost,
  removeTransferRate,
  setDirectCost,
  setTransferRate,
} from './margin-settings.ts'
import { profitabilityRoutes } from './profitability.list.ts'

export const feature: Feature = {
  routes: [
    ...profitabilityRoutes,
    buildRoute(contract.getChosenNames, findChosenNames),
    buildRoute(contract.getAccountMargin, findAccountMargin),
    buildRoute(contract.getProfitabilitySettings, findProfitabilitySettings),
    buildRoute(contract.setTransferRate, setTransferRate),
    buildRoute(contract.removeTransferRate, removeTransferRate),
    buildRoute(contract.setDirectCost, setDirectCost),
    buildRoute(contract.removeDirectCost, removeDirectCost),
  ],
}
