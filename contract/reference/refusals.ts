export const refusals = {
  'reference.inUse': 409,
  'reference.taken': 409,
} as const satisfies Record<string, number>
