export const refusals = {
  'followUp.closed': 409,
} as const satisfies Record<string, number>
