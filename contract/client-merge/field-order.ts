/** The order in which the fields of its changes are read. */
export const fieldOrder = [
  'survivor',
  'absorbed',
  'phone',
  'address',
  'birthDate',
  'identityKind',
  'identityNumber',
  'dniValidUntil',
  'dniPermanent',
  'country',
  'taxResidence',
  'taxRegion',
  'capital',
  'name',
] as const
