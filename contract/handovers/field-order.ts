/** The order in which the fields of its changes are read. */
export const fieldOrder = [
  'role',
  'state',
  'handover',
  'from',
  'to',
  'effectiveOn',
  'people',
  'clients',
  'moved',
  'changed',
  'kept',
  'undone',
  'capital',
] as const
