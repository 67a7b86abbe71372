export const refusals = {
  'client.restricted': 409,
  'erasure.legalBlock': 409,
  'erasure.openEstate': 409,
  'erasure.actsForOthers': 409,
  'erasure.openAccounts': 409,
  'erasure.moneyOwed': 409,
  'erasure.pendingPayments': 409,
  'erasure.pendingChanges': 409,
  'erasure.asked': 409,
  'erasure.notAsked': 409,
  'erasure.notDue': 409,
  'erasure.done': 409,
} as const satisfies Record<string, number>
