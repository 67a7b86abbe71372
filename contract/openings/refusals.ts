export const refusals = {
  'opening.rateChanged': 409,
  'opening.notDraft': 409,
  'opening.tooLittle': 422,
  'opening.over': 409,
  'opening.hasMoney': 409,
  'opening.moreReceived': 409,
} as const satisfies Record<string, number>
