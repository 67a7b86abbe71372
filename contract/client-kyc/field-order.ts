/** The order in which the fields of its changes are read. */
export const fieldOrder = [
  'identityKind',
  'identityNumber',
  'dniValidUntil',
  'dniPermanent',
  'kycStatus',
  'addressStatus',
  'dniStatus',
] as const
