export const refusals = {
  'statement.wrongFile': 422,
  'statement.unknownAccount': 409,
  'receipt.notWaiting': 409,
  'receipt.notReturning': 409,
  'receipt.notTheWayBack': 409,
  'receipt.otherPayer': 409,
  'receipt.backDated': 409,
  'bankEntry.notOpen': 409,
  'statement.otherCurrency': 409,
  'ledger.ofBank': 409,
} as const satisfies Record<string, number>
