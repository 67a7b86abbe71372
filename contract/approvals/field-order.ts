/** The order in which the fields of its changes are read. */
export const fieldOrder = ['state', 'checked', 'fromOn', 'toOn', 'fromDate', 'toDate'] as const
