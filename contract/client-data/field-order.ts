/** The order in which the fields of its changes are read. */
export const fieldOrder = [
  'phone',
  'surname',
  'address',
  'birthDate',
  'identityKind',
  'identityNumber',
  'dniValidUntil',
  'dniPermanent',
  'country',
  'taxResidence',
  'taxRegion',
  'riskLevel',
  'pep',
  'pepApproved',
  'addressStatus',
] as const
