export default {
  otherHolder: 'The holder is not the client',
  title: 'Withdrawals',
  count_one: '{{total}} payment',
  count_many: '{{total}} payments',
  count_other: '{{total}} payments',
  empty: 'There are no payments to show.',
  emptyHint: 'Request a withdrawal from the client’s account; maturities and cancellations create the other payments.',
  search: 'Reference, name, CVL or account',
  fields: {
    requestedAt: 'Requested on',
    state: 'Status',
    kind: 'Type',
    client: 'Client',
    cvl: 'CVL',
    account: 'Account',
    amount: 'Amount',
    penalty: 'Penalty',
    requester: 'Requested by',
    bankAccount: 'Destination account',
    reason: 'Reason',
    from: 'From',
    to: 'To',
    holds: 'Reserves money on the account',
  },
  kinds: {
    withdrawal: 'Withdrawal',
    interest: 'Interest',
    maturity: 'Maturity',
    cancellation: 'Cancellation',
    inheritance: 'Inheritance',
  },
  states: {
    requested: 'Requested',
    approved: 'Approved',
    in_batch: 'In a batch',
    sent: 'Sent',
    paid: 'Paid',
    returned: 'Returned',
    rejected: 'Rejected',
    canceled: 'Cancelled',
  },
  detail: {
    title: '{{kind}} {{id}}',
    what: 'Payment details',
    noBankAccount: 'The client has no account for payments',
    bankChanged: 'Account changed on {{at}}',
  },
  timeline: {
    title: 'History',
    by: '{{state}} by {{name}}',
    because: 'Reason: {{reason}}',
  },
  open: 'View approval',
  cancel: {
    action: 'Cancel the withdrawal',
    title: 'Cancel this withdrawal?',
    text: '{{amount}} will be available again in account {{account}}.',
    confirm: 'Cancel the withdrawal',
  },
  ofAccount: {
    title: 'Withdrawals and payments of the account',
    all: 'View all',
  },
  request: {
    quote: 'Calculate the penalty',
    penalty: 'Early withdrawal has a penalty of {{penalty}}: {{debited}} is debited and {{left}} remains available.',
    noPart:
      'This account does not allow partial withdrawals before maturity: it can only be cancelled in full. Quote the cancellation to see its cost.',
    cancel: 'Quote the cancellation',
    action: 'Request withdrawal',
    title: 'Withdrawal from account {{number}}',
    available: 'Available: {{amount}}',
    none: 'The client has no account for payments. Add one to their record before requesting the withdrawal.',
    reasonHint: 'The approver will see it.',
    held: 'The amount is reserved until the withdrawal is paid, rejected or cancelled.',
    allSigned: 'All holders have signed',
    submit: 'Request withdrawal',
    done: 'Withdrawal of {{amount}} requested.',
  },
}

/** What lists of all features say of this one. */
export const words = {
  screens: {
    payments: 'Withdrawals',
    payment: 'Withdrawal',
  },
  modules: {
    bt_Retiradas: 'Withdrawals',
  },
  actions: {
    withdrawal_requested: 'Requests a withdrawal',
    withdrawal_approved: 'Approves a withdrawal',
    withdrawal_canceled: 'Cancels a withdrawal',
    payments_exported: 'Exports payments',
  },
  entities: {
    payment: 'Payment',
    bt_Retiradas: 'Screen: Withdrawals',
  },
  tasks: {
    withdrawal: 'Withdrawal',
  },
  changes: {
    withdrawal: 'Withdraw {{amount}} from account {{account}} ({{who}})',
  },
  personalTables: {
    payment_order: 'Payments',
    payment_step: 'Steps of payments',
  },
  refusals: {
    'ledger.ofPayment': 'It belongs to a payment already sent: if the bank returns it, log the return on the payment.',
    'withdrawal.noPart':
      'This account does not allow partial withdrawals before maturity: it can only be cancelled in full.',
    'withdrawal.belowMinimum':
      'The remaining balance would be below the product’s minimum. Withdraw less, or cancel the whole account.',
    'withdrawal.penaltyChanged': 'The penalty has changed. Review it before requesting the withdrawal.',
    'withdrawal.overAvailable': 'It exceeds the available balance: part of it may be reserved.',
    'payment.tooLate': 'This payment can no longer be cancelled.',
    'payment.notSent': 'This payment has not been sent, or has already been returned.',
    'payment.notReturned': 'This payment has no returned amount to pay again.',
    'payment.notWaiting': 'This payment has no hold that can be approved.',
    'payment.asked': 'Already requested and awaiting approval.',
    'withdrawal.overLimit':
      'Together with withdrawals from the account in thirty days, the amount exceeds your limit: a person with a higher limit has to approve it.',
  },
  auditFields: {
    availableAfter: 'Available afterwards',
    requested: 'Requested',
  },
  changeFields: {
    available: 'Available',
    allSigned: 'All have signed',
  },
}
