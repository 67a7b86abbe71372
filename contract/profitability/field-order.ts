/** The order in which the fields of its changes are read. */
export const fieldOrder = ['product', 'termMonths', 'validFrom', 'rate'] as const
