import {
  addBankAccount as add,
  setDefaultBankAccount as choose,
  endBankAccount as end,
  getClientBankAccounts,
} from '#contract/client-bank-accounts.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { bankAccountTask } from './bank-account-task.ts'
import { findBankAccounts } from './bank-accounts.queries.ts'
import { proposeBankAccount, proposeBankAccountEnd, proposeDefaultBankAccount } from './propose-bank-accounts.ts'

const routes: readonly Route[] = [
  buildRoute(getClientBankAccounts, findBankAccounts),
  buildRoute(add, proposeBankAccount),
  buildRoute(choose, proposeDefaultBankAccount),
  buildRoute(end, proposeBankAccountEnd),
]

export const feature: Feature = { routes, tasks: [bankAccountTask] }
