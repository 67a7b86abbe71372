/** The order in which the fields of its changes are read. */
export const fieldOrder = ['accounts', 'interest', 'withheld', 'day', 'journals', 'bonus'] as const
