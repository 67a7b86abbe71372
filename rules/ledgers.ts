/** Numbers of the fixed accounts of the chart. SQL names an account by these, never by its number; those that a firm adds begin at 100. */
export const ledgers = {
  bank: 1,
  unidentified: 2,
  capital: 3,
  payable: 4,
  interestExpense: 5,
  taxPayable: 6,
  penaltyIncome: 7,
  feeIncome: 8,
  opening: 9,
} as const

/** In `ledger_day` and `ledger_sums`: the rows that count the journals themselves. It is no account of the chart. */
export const journalCount = 0

/** One line of a journal: a ledger account, the client's account on it, and a signed decimal amount. A journal's lines add up to nothing. */
export type JournalLine = { ledger: number; accountId: string | null; amount: string }
