/** The order in which the fields of its changes are read. */
export const fieldOrder = [
  'status',
  'kept',
  'capital',
  'account',
  'penalty',
  'withheld',
  'net',
  'letGo',
  'canceled',
  'allSigned',
] as const
