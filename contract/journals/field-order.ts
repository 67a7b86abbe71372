/** The order in which the fields of its changes are read. */
export const fieldOrder = ['accounts', 'amounts', 'bookingDate', 'valueDate'] as const
