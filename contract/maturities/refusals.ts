export const refusals = {
  'maturity.noProduct': 409,
  'maturity.noRate': 409,
  'maturity.amount': 409,
  'maturity.tooLate': 409,
} as const satisfies Record<string, number>
