/** The order in which the fields of its changes are read. */
export const fieldOrder = ['people', 'zone', 'staff', 'city', 'zoneId'] as const
