import { movementKinds } from '#contract/client.ts'

/** Kinds by number, for columns. */
export const [
  contribution,
  withdrawal,
  interest,
  bonus,
  withholding,
  transfer,
  maturity,
  cancellation,
  penalty,
  fee,
  adjustment,
] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const
export const kindNames = movementKinds

/** Numbers of the chart of accounts. */
export const ledgers = {
  bank: 1,
  capital: 3,
  payable: 4,
  interestExpense: 5,
  tax: 6,
  penaltyIncome: 7,
  feeIncome: 8,
  opening: 9,
} as const

/** The firm's side of each kind, as counter_ledger() has it. */
export const counterLedger: readonly number[] = [1, 1, 5, 5, 6, 1, 4, 4, 7, 8, 9]

/** What captation counts, as is_captation() has it. */
export const countsAsCaptation: readonly boolean[] = kindNames.map((name) =>
  ['contribution', 'withdrawal', 'cancellation'].includes(name),
)

/** What is not principal, as is_principal() has it. */
export const besidePrincipal: readonly boolean[] = [
  false,
  false,
  true,
  true,
  true,
  false,
  false,
  false,
  true,
  true,
  false,
]
