export default {
  title: 'Journal entry {{id}}',
  entry: 'Double entry',
  facts: 'Entry details',
  ledger: 'Ledger account',
  account: 'Client’s account',
  debit: 'Debit',
  credit: 'Credit',
  bookingDate: 'Booking date',
  valueDate: 'Value date',
  recordedAt: 'Recorded on',
  by: 'Recorded by',
  automatic: 'Automatic process',
  description: 'Description',
  reverses: 'Reverses journal entry',
  reversedBy: 'Reversed by journal entry',
  ledgers: {
    bank: 'Bank',
    unidentified_receipts: 'Unidentified receipts',
    client_capital: 'Client capital',
    client_payable: 'Payable to clients',
    interest_expense: 'Interest expense',
    tax_payable: 'Tax payable',
    penalty_income: 'Penalty income',
    fee_income: 'Fee income',
    opening_balances: 'Opening balances',
  },
  attribution: {
    title: 'Attribution',
    person: 'Person',
    role: 'As',
    share: 'Share',
    amount: 'Amount',
    nobody: 'No manager',
    isNew: 'It is new money: it counts as money raised.',
    isReinvested: 'It is reinvested: it does not count as money raised.',
    roles: { manager: 'Manager', partner: 'Partner', advisor: 'Advisor', banker: 'Banker' },
  },
  reversal: {
    title: 'Reverse journal entry {{id}}?',
    action: 'Reverse movement',
    reason: 'Reason',
    lead: 'Another person has to approve it. It is posted on the day of approval with the original’s value date; both movements are kept.',
    submit: 'Request reversal',
    pending: 'Reversal requested. Awaiting approval.',
    approval: 'View approval',
    done: 'Movement reversed.',
  },
  bars: {
    ledger: {
      isReversal: 'This journal entry is a reversal: it cannot be reversed.',
      reversed: 'This journal entry has already been reversed.',
      reversalWaits: 'A reversal is already awaiting approval.',
      ofPayment: 'It belongs to a payment already sent: if the bank returns it, log the return on the payment.',
      ofBank: 'It belongs to a statement line: deal with it in Money in.',
    },
    account: { notActive: 'One of its accounts is no longer active.' },
  },
}

/** What lists of all features say of this one. */
export const words = {
  actions: {
    journal_posted: 'Posts a movement',
    journal_reversed: 'Reverses a journal entry',
  },
  entities: {
    journal: 'Journal entry',
  },
  tasks: {
    reversal: 'Reversal of a movement',
  },
  changes: {
    reversal: 'Reverse {{amount}} on account {{account}} ({{who}})',
    reversalOfEntry: 'Reverse journal entry {{entry}} of {{amount}}',
  },
  refusals: {
    'ledger.reversed': 'This movement has already been reversed.',
    'ledger.isReversal': 'A reversal cannot be reversed.',
    'ledger.reversalWaits': 'A reversal of this movement is already awaiting approval.',
  },
  auditFields: {
    reversedBy: 'Reversed by journal entry no.',
  },
}
