export default {
  title: 'Journal {{id}}',
  entry: 'Double entry',
  ledger: 'Ledger account',
  account: 'Client account',
  debit: 'Debit',
  credit: 'Credit',
  bookingDate: 'Booking date',
  valueDate: 'Value date',
  recordedAt: 'Recorded on',
  by: 'Recorded by',
  automatic: 'Automatic run',
  description: 'Description',
  reverses: 'Takes back journal',
  reversedBy: 'Taken back by journal',
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
  reversal: {
    action: 'Reverse the movement',
    reason: 'Reason',
    lead: 'Somebody else decides it. It is booked on the day it is approved, with the value date of the original; both stay in the statement.',
    submit: 'Ask for the reversal',
    pending: 'Reversal asked for: it waits for the approval of somebody else.',
    done: 'Movement reversed.',
  },
  bars: {
    ledger: {
      isReversal: 'This journal reverses another one: it can’t be reversed.',
      reversed: 'This journal has been reversed already.',
      reversalWaits: 'A reversal is waiting for approval already.',
      ofPayment: 'This journal is of a payment that has left: if it comes back, note that on the payment.',
      ofBank: 'This journal is of a line of the bank: decide on it under money in.',
    },
    account: { notActive: 'One of its accounts is no longer active.' },
  },
}

/** What lists of all features say of this one. */
export const words = {
  actions: {
    journal_posted: 'Posts a movement',
    journal_reversed: 'Reverses a journal',
  },
  entities: {
    journal: 'Journal',
  },
  tasks: {
    reversal: 'Reversal of a movement',
  },
  changes: {
    reversal: 'Reverse {{amount}} on account {{account}} ({{who}})',
    reversalOfEntry: 'Reverse journal {{entry}} of {{amount}}',
  },
}
