export const refusals = {
  'report.tooMany': 422,
  'clientPaper.noEmail': 409,
} as const satisfies Record<string, number>
