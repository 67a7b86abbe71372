/** The order in which the fields of its changes are read. */
export const fieldOrder = ['account', 'amount', 'valueDate', 'description', 'bonus', 'because'] as const
