/** The order in which the fields of its changes are read. */
export const fieldOrder = [
  'state',
  'account',
  'requested',
  'amount',
  'penalty',
  'available',
  'letGo',
  'availableAfter',
  'canceled',
  'allSigned',
] as const
