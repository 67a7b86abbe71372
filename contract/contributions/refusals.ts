export const refusals = {
  'account.overMaximum': 422,
  'account.noAdditions': 409,
  'contribution.overLimit': 409,
  'contribution.beyondBonus': 409,
  'bonus.overLimit': 409,
  'contribution.confirmed': 409,
  'contribution.confirmWaits': 409,
} as const satisfies Record<string, number>
