export const refusals = {
  'externalProduct.taken': 409,
  'externalProduct.inUse': 409,
  'externalProduct.closed': 409,
  'externalPosition.closed': 409,
  'externalPosition.open': 409,
  'externalPosition.lastValue': 409,
} as const satisfies Record<string, number>
