/** The order in which the fields of its changes are read. */
export const fieldOrder = ['amount', 'allSigned'] as const
