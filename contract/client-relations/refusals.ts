export const refusals = {
  'relation.exists': 409,
  'relation.coupled': 409,
} as const satisfies Record<string, number>
