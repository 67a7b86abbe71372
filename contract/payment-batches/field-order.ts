/** The order in which the fields of its changes are read. */
export const fieldOrder = [
  'state',
  'bankAccount',
  'payments',
  'otherHolders',
  'otherAmount',
  'amount',
  'payOn',
  'paid',
  'currency',
  'perEuro',
  'returnCode',
  'waits',
] as const
