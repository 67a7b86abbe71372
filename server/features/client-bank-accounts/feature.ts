import * as contract from '#contract/client-bank-accounts.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { bankAccountTask } from './bank-account-task.ts'
import { findBankAccounts } from './bank-accounts.queries.ts'
import { proposeBankAccount, proposeBankAccountEnd, proposeDefaultBankAccount } from './propose-bank-accounts.ts'

const routes: readonly Route[] = [
  buildRoute(contract.getClientBankAccounts, findBankAccounts),
  buildRoute(contract.addBankAccount, proposeBankAccount),
  buildRoute(contract.setDefaultBankAccount, proposeDefaultBankAccount),
  buildRoute(contract.endBankAccount, proposeBankAccountEnd),
]

export const feature: Feature = { routes, tasks: [bankAccountTask] }
