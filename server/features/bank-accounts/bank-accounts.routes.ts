import {
  addBankAccount as add,
  makeBankAccountDefault as choose,
  endBankAccount as end,
  getBankAccounts,
} from '#contract/client-bank-accounts.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { findBankAccounts } from './bank-accounts.queries.ts'
import { addBankAccount, endBankAccount, makeBankAccountDefault } from './change-accounts.ts'

export const bankAccountRoutes: readonly Route[] = [
  serve(getBankAccounts, findBankAccounts),
  serve(add, addBankAccount),
  serve(choose, makeBankAccountDefault),
  serve(end, endBankAccount),
]
