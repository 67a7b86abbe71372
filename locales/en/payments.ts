export default {
  otherHolder: 'The holder is not the client',
  title: 'Withdrawals',
  count_one: '{{total}} payment',
  count_many: '{{total}} payments',
  count_other: '{{total}} payments',
  empty: 'There are no payments to show.',
  search: 'Reference, name, CVL or account',
  fields: {
    requestedAt: 'Requested on',
    state: 'State',
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
    holds: 'Holds money of the account',
  },
  kinds: {
    withdrawal: 'Withdrawal',
    interest: 'Interest',
    maturity: 'Maturity',
    cancellation: 'Cancellation',
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
    what: 'What is paid',
    noBankAccount: 'The client has no account to be paid to',
    bankChanged: 'Account changed on {{at}}',
  },
  timeline: {
    title: 'History',
    by: '{{state}} by {{name}}',
    because: 'Reason: {{reason}}',
  },
  open: 'See the approval',
  cancel: {
    action: 'Cancel the withdrawal',
    title: 'Cancel this withdrawal?',
    text: '{{amount}} will be available again in account {{account}}.',
    confirm: 'Cancel the withdrawal',
  },
  ofAccount: {
    title: 'Withdrawals and payments of the account',
    all: 'See all',
  },
  request: {
    quote: 'Calculate the penalty',
    penalty: 'Leaving early costs {{penalty}}: {{debited}} leave the account and {{left}} stay available.',
    noPart:
      'No part leaves this account before its maturity: it is cancelled as a whole, and the quote says what that costs.',
    cancel: 'Quote the cancellation',
    action: 'Request withdrawal',
    title: 'Withdrawal from account {{number}}',
    available: 'Available: {{amount}}',
    none: 'The client has no account to be paid to. Add one to their record before you request the withdrawal.',
    reasonHint: 'Whoever approves the withdrawal reads it.',
    held: 'The amount is held until it is paid, rejected or cancelled.',
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
}
