export default {
  file: 'Statements {{from}} {{to}}',
  title: 'Statements of many accounts',
  lead: 'A PDF for each account, in its client’s language, in one ZIP file. Of the accounts that moved in those days or held something when they began.',
  manager: 'Manager',
  anybody: 'Everybody',
  anyFamily: 'All',
  from: 'From',
  to: 'To',
  count_one: 'There will be {{total}} statement.',
  count_many: 'There will be {{total}} statements.',
  count_other: 'There will be {{total}} statements.',
  none: 'No account has a statement in those days.',
  tooLong_one: '{{total}} account has more than 5,000 movements and is left out: take it out as Excel from its page.',
  tooLong_many:
    '{{total}} accounts have more than 5,000 movements and are left out: take them out as Excel from their pages.',
  tooLong_other:
    '{{total}} accounts have more than 5,000 movements and are left out: take them out as Excel from their pages.',
  submit: 'Prepare the statements',
}

/** What lists of all features say of this one. */
export const words = {
  screens: {
    statements: 'Statements',
    statement: 'Statement',
    receipts: 'Unidentified receipts',
    bankEntry: 'Bank entry',
    bankFile: 'Bank file',
  },
  modules: {
    bt_Extractos: 'Bank statements',
  },
  actions: {
    statement_uploaded: 'Uploads a bank statement',
    bankAccount_added: 'Says that a bank account is ours',
    receipt_assigned: 'Assigns an unidentified receipt',
    receipt_returning: 'Asks for a receipt to be sent back',
    receipt_waiting: 'Keeps a receipt that was to be sent back',
    receipt_returned: 'Notes that a receipt went back',
    statements_exported: 'Exports statements',
    statement_exported: 'Exports the entries of a statement',
    receipts_exported: 'Exports unidentified receipts',
  },
  entities: {
    bt_Extractos: 'Screen: Bank statements',
    bankStatement: 'Bank statement',
    receipt: 'Bank entry',
    bankAccount: 'Bank account of the firm',
  },
  tasks: {
    receipt: 'Assignment of an unidentified receipt',
    statement: 'Bank statement',
  },
  changes: {
    statement_one: 'Book {{count}} line of the bank (account {{who}}), with {{amount}} coming in',
    statement_many: 'Book {{count}} lines of the bank (account {{who}}), with {{amount}} coming in',
    statement_other: 'Book {{count}} lines of the bank (account {{who}}), with {{amount}} coming in',
    receipt: 'Assign {{amount}} unidentified to the account {{account}} ({{who}})',
  },
}
