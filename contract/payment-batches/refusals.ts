export const refusals = {
  'batch.tooOld': 409,
  'batch.empty': 409,
  'batch.tooLate': 409,
  'batch.notSent': 409,
  'batch.noAccount': 409,
  'batch.noRate': 409,
  'batch.orderWaits': 409,
  'batch.noFile': 409,
  'batch.endAsked': 409,
} as const satisfies Record<string, number>
