export const refusals = {
  'account.allSign': 409,
  'account.oneHolder': 409,
  'account.signatureWaits': 409,
} as const satisfies Record<string, number>
