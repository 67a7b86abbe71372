export const refusals = {
  'client.alreadyBlocked': 409,
  'client.notBlocked': 409,
  'client.blockWaits': 409,
} as const satisfies Record<string, number>
