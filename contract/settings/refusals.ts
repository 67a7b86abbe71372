export const refusals = {
  'settings.noPaymentRate': 409,
} as const satisfies Record<string, number>
