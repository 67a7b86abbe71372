import * as paymentRates from '#contract/settings/payment-rates.ts'
import * as payments from '#contract/settings/payments.ts'
import * as contract from '#contract/settings.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { changeSettings } from './change-settings.ts'
import { contributionRulesTask } from './contribution-rules-task.ts'
import { removeCurrencyRate, setCurrencyRate } from './currency-rates.ts'
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
  buildRoute(contract.getSettings, (ctx, _, { deps }) => findSettings(ctx, deps)),
  buildRoute(contract.changeSettings, changeSettings),
  buildRoute(contract.setCurrencyRate, setCurrencyRate),
  buildRoute(contract.removeCurrencyRate, removeCurrencyRate),
  buildRoute(paymentRates.getPaymentRates, (ctx) => findPaymentRates(ctx)),
  buildRoute(paymentRates.setPaymentRate, setPaymentRate),
  buildRoute(payments.getPaymentSettings, (ctx, _, { deps }) => findPaymentSettings(ctx, deps)),
  buildRoute(payments.setFirmAccount, setFirmAccount),
  buildRoute(payments.setWithdrawalLimit, setWithdrawalLimit),
  buildRoute(payments.setContributionLimit, setContributionLimit),
  buildRoute(payments.setContributionRules, setContributionRules),
  buildRoute(payments.setBonusLimit, setBonusLimit),
  buildRoute(payments.removeRoleLimit, removeLimit),
]

export const feature: Feature = {
  routes,
  tasks: [limitTask, contributionRulesTask, firmAccountTask, paymentRateTask, factorRoleTask],
}
