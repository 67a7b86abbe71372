export const refusals = {
  'ledger.reversed': 409,
  'ledger.isReversal': 409,
  'ledger.reversalWaits': 409,
} as const satisfies Record<string, number>
