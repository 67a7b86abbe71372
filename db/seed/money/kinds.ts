import { movementKinds } from '#contract/clients/client.ts'
import { ledgers } from '#rules/ledgers.ts'

/** Kinds by number, for columns. */
export const [
  contributionKind,
  withdrawalKind,
  interestKind,
  bonusKind,
  withholdingKind,
  transferKind,
  maturityKind,
  cancellationKind,
  penaltyKind,
  feeKind,
  adjustmentKind,
] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const
export const kindNames = movementKinds

/** The firm's side of each kind, as counter_ledger() has it. */
export const counterLedgerByKind: readonly number[] = [
  ledgers.bank,
  ledgers.bank,
  ledgers.interestExpense,
  ledgers.interestExpense,
  ledgers.taxPayable,
  ledgers.bank,
  ledgers.payable,
  ledgers.payable,
  ledgers.penaltyIncome,
  ledgers.feeIncome,
  ledgers.opening,
]

/** What captation counts, as is_captation() has it. */
export const captationFlagsByKind: readonly boolean[] = kindNames.map((name) =>
  ['contribution', 'withdrawal', 'cancellation'].includes(name),
)

/** What is not principal, as is_principal() has it. */
export const nonPrincipalFlagsByKind: readonly boolean[] = [
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
