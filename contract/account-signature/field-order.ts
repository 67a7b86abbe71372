/** The order in which the fields of its changes are read. */
export const fieldOrder = ['signature', 'signedBy'] as const
