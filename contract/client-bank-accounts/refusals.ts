export const refusals = {
  'bankAccount.overLimit': 409,
  'bankAccount.known': 409,
  'bankAccount.asked': 409,
  'bankAccount.doubtful': 409,
  'bankAccount.isDefault': 409,
  'bankAccount.paymentsWait': 409,
  'bankAccount.inBatch': 409,
} as const satisfies Record<string, number>
