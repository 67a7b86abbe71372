export const refusals = {
  'client.notExposed': 409,
  'client.duplicate': 409,
  'client.similar': 409,
  'client.changeWaits': 409,
} as const satisfies Record<string, number>
