import {
  addBankAccount as add,
  makeBankAccountDefault as choose,
  endBankAccount as end,
  getBankAccounts,
} from '#contract/client-bank-accounts.ts'
import type { Feature } from '#server/core/feature.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { bankAccountTask } from './bank-account-task.ts'
import { findBankAccounts } from './bank-accounts.queries.ts'
import { addBankAccount, endBankAccount, makeBankAccountDefault } from './change-accounts.ts'

const routes: readonly Route[] = [
  serve(getBankAccounts, findBankAccounts),
  serve(add, addBankAccount),
  serve(choose, makeBankAccountDefault),
  serve(end, endBankAccount),
]

export const feature: Feature = { routes, tasks: [bankAccountTask] }
