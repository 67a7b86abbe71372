/** What is unusual about a change of a client's money, of the moment at which it is read. Each has its sentence under that key. */
export const approvalSignals = [
  'newBankAccount',
  'firstPayment',
  'firstToBankAccount',
  'emptiesAccount',
  'backDated',
  'aboveOwnLimit',
  'unconfirmedMoney',
  'cannotOperate',
] as const
export type ApprovalSignal = (typeof approvalSignals)[number]
