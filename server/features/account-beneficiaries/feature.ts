import * as contract from '#contract/account-beneficiaries.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute } from '#server/core/routes.ts'
import { findAccountBeneficiaries } from './beneficiaries.queries.ts'
import { replaceBeneficiaries } from './replace-beneficiaries.ts'

export const feature: Feature = {
  routes: [
    buildRoute(contract.getAccountBeneficiaries, findAccountBeneficiaries),
    buildRoute(contract.setAccountBeneficiaries, replaceBeneficiaries),
  ],
}
