/** The order in which the fields of its changes are read. */
export const fieldOrder = ['state', 'people', 'accounts', 'amount'] as const
