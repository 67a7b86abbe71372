export const refusals = {
  'entry.unbalanced': 422,
  'entry.notOfKind': 422,
  'entry.unconfirmed': 409,
  'entry.penaltyDue': 409,
  'tax.overOwed': 422,
  'ledger.notNext': 409,
  'ledger.notLast': 409,
  'ledger.monthNotOver': 409,
  'ledger.runsOpen': 409,
  'ledger.notVerified': 409,
  'ledger.closeWaits': 409,
  'ledger.busy': 409,
} as const satisfies Record<string, number>
