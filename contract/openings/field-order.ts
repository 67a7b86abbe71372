/** The order in which the fields of its changes are read. */
export const fieldOrder = ['status', 'termMonths', 'amount', 'rate', 'bonus', 'signature'] as const
