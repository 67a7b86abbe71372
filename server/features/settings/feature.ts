import { getPaymentRates, setPaymentRate as setPaymentRateContract } from '#contract/settings/payment-rates.ts'
import {
  getPaymentSettings,
  removeLimit as removeLimitContract,
  setFirmAccount as setAccountContract,
  setBonusLimit as setBonusContract,
  setContributionLimit as setContributionContract,
  setContributionRules as setRulesContract,
  setWithdrawalLimit as setWithdrawalContract,
} from '#contract/settings/payments.ts'
import { changeSettings, getSettings, removeCurrencyRate, setCurrencyRate } from '#contract/settings.ts'
import type { Feature } from '#server/core/feature.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { changeSettings as change } from './change-settings.ts'
import { contributionRulesTask } from './contribution-rules-task.ts'
import { removeCurrencyRate as removeRate, setCurrencyRate as setRate } from './currency-rates.ts'
import { factorRoleTask } from './factor-role-task.ts'
import { firmAccountTask } from './firm-account-task.ts'
import { limitTask } from './limit-task.ts'
import { findPaymentRates, rateTask, setPaymentRate } from './payment-rates.ts'
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
  serve(getSettings, (ctx, _, { serving }) => findSettings(ctx, serving)),
  serve(changeSettings, change),
  serve(setCurrencyRate, setRate),
  serve(removeCurrencyRate, removeRate),
  serve(getPaymentRates, (ctx) => findPaymentRates(ctx)),
  serve(setPaymentRateContract, setPaymentRate),
  serve(getPaymentSettings, (ctx, _, { serving }) => findPaymentSettings(ctx, serving)),
  serve(setAccountContract, setFirmAccount),
  serve(setWithdrawalContract, setWithdrawalLimit),
  serve(setContributionContract, setContributionLimit),
  serve(setRulesContract, setContributionRules),
  serve(setBonusContract, setBonusLimit),
  serve(removeLimitContract, removeLimit),
]

export const feature: Feature = {
  routes,
  tasks: [limitTask, contributionRulesTask, firmAccountTask, rateTask, factorRoleTask],
}
