export const refusals = {
  'call.deactivated': 409,
} as const satisfies Record<string, number>
