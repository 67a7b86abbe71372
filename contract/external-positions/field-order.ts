/** The order in which the fields of its changes are read. */
export const fieldOrder = ['changed', 'product', 'name', 'bank', 'amount', 'day', 'since'] as const
