export const refusals = {
  'withholding.noRule': 409,
  'withholding.noHolder': 409,
} as const satisfies Record<string, number>
