export const refusals = {
  'withdrawal.noPart': 409,
  'withdrawal.belowMinimum': 409,
  'withdrawal.penaltyChanged': 409,
  'withdrawal.overAvailable': 409,
  'payment.tooLate': 409,
  'payment.notSent': 409,
  'ledger.ofPayment': 409,
  'payment.notReturned': 409,
  'payment.notWaiting': 409,
  'payment.asked': 409,
  'withdrawal.overLimit': 409,
} as const satisfies Record<string, number>
