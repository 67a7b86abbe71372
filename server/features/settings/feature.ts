import { getPaymentRates, setPaymentRate as setPaymentRateContract } from '#contract/settings/payment-rates.ts'
import {
  getPaymentSettings,
  removeRoleLimit as removeLimitContract,
  setFirmAccount as setAccountContract,
  setBonusLimit as setBonusContract,
  setContributionLimit as setContributionContract,
  setContributionRules as setRulesContract,
  setWithdrawalLimit as setWithdrawalContract,
} from '#contract/settings/payments.ts'
import { changeSettings, getSettings, removeCurrencyRate, setCurrencyRate } from '#contract/settings.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { changeSettings as change } from './change-settings.ts'
import { contributionRulesTask } from './contribution-rules-task.ts'
import { removeCurrencyRate as removeRate, setCurrencyRate as setRate } from './currency-rates.ts'
import { factorRoleTask } from './factor-role-task.ts'
import { firmAccountTask } from './firm-account-task.ts'
import { limitTask } from './limit-task.ts'
import { findPaymentRates, paymentRateTask, setPaymentRate } from './payment-rates.ts'
import {
  findPaymentSettings,
  removeLimit,
  setBonusLimit,
  setContributionLimit,
  setContributionRules,
  setFirmAccount,
  setWithdrawalLimit,
} from './payment-settings.ts'
import { findSettings } from './settings.queries.ts'

const routes: readonly Route[] = [
  buildRoute(getSettings, (ctx, _, { serving }) => findSettings(ctx, serving)),
  buildRoute(changeSettings, change),
  buildRoute(setCurrencyRate, setRate),
  buildRoute(removeCurrencyRate, removeRate),
  buildRoute(getPaymentRates, (ctx) => findPaymentRates(ctx)),
  buildRoute(setPaymentRateContract, setPaymentRate),
  buildRoute(getPaymentSettings, (ctx, _, { serving }) => findPaymentSettings(ctx, serving)),
  buildRoute(setAccountContract, setFirmAccount),
  buildRoute(setWithdrawalContract, setWithdrawalLimit),
  buildRoute(setContributionContract, setContributionLimit),
  buildRoute(setRulesContract, setContributionRules),
  buildRoute(setBonusContract, setBonusLimit),
  buildRoute(removeLimitContract, removeLimit),
]

export const feature: Feature = {
  routes,
  tasks: [limitTask, contributionRulesTask, firmAccountTask, paymentRateTask, factorRoleTask],
}
