export const refusals = {
  'merge.differentKinds': 409,
  'merge.pendingChanges': 409,
  'merge.openPayments': 409,
  'merge.coupled': 409,
  'merge.tooLate': 409,
  'merge.newRecords': 409,
} as const satisfies Record<string, number>
