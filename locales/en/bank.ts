export default {
  file: 'Statements {{from}} {{to}}',
  title: 'Statements for several accounts',
  lead: 'One PDF per account, in the client’s language, in a ZIP file. Accounts with movements in the period or an opening balance are included.',
  manager: 'Manager',
  anybody: 'All',
  anyFamily: 'All',
  from: 'From',
  to: 'To',
  count_one: '{{total}} statement will be generated.',
  count_many: '{{total}} statements will be generated.',
  count_other: '{{total}} statements will be generated.',
  none: 'No account has a statement in this period.',
  tooLong_one: '{{total}} account has more than 5,000 movements and is left out: export it to Excel from its page.',
  tooLong_many:
    '{{total}} accounts have more than 5,000 movements and are left out: export them to Excel from their pages.',
  tooLong_other:
    '{{total}} accounts have more than 5,000 movements and are left out: export them to Excel from their pages.',
  submit: 'Prepare statements',
}

/** What lists of all features say of this one. */
export const words = {
  screens: {
    statements: 'Statements',
    statement: 'Statement',
    receipts: 'Unidentified receipts',
    bankEntry: 'Statement line',
    bankFile: 'Bank file',
  },
  modules: {
    bt_Extractos: 'Bank statements',
  },
  actions: {
    statement_uploaded: 'Uploads a bank statement',
    bankAccount_added: 'Registers a bank account of the firm',
    receipt_assigned: 'Assigns an unidentified receipt',
    receipt_returning: 'Requests the return of a receipt',
    receipt_waiting: 'Cancels the return of a receipt',
    receipt_returned: 'Confirms the return of a receipt',
    statements_exported: 'Exports statements',
    statement_exported: 'Exports the lines of a statement',
    receipts_exported: 'Exports unidentified receipts',
  },
  entities: {
    bt_Extractos: 'Screen: Bank statements',
    bankStatement: 'Bank statement',
    bankUpload: 'Bank file',
    receipt: 'Statement line',
    bankAccount: 'Bank account of the firm',
  },
  tasks: {
    receipt: 'Assignment of an unidentified receipt',
    statement: 'Bank statement',
  },
  changes: {
    statement_one: 'Post {{count}} statement line (account {{who}}), with money in of {{amount}}',
    statement_many: 'Post {{count}} statement lines (account {{who}}), with money in of {{amount}}',
    statement_other: 'Post {{count}} statement lines (account {{who}}), with money in of {{amount}}',
    receipt: 'Assign an unidentified receipt of {{amount}} to account {{account}} ({{who}})',
  },
  personalTables: {
    bank_entry: 'Bank entries',
  },
  refusals: {
    'ledger.ofBank': 'It belongs to a statement line: deal with it in Money in.',
    'bankEntry.notOpen': 'The line is already posted, belongs to a payment, or is awaiting approval.',
    'statement.otherCurrency': 'This bank account is not in euros: it is not compared with the books.',
    'statement.wrongFile': 'The file is not a valid statement.',
    'statement.unknownAccount': 'That bank account is not one of the firm’s.',
    'receipt.notWaiting': 'This receipt is no longer pending.',
    'receipt.notReturning': 'This receipt is not to be returned.',
    'receipt.notTheWayBack': 'That line cannot be the return: its amount differs or it is already reconciled.',
    'receipt.otherPayer':
      'The payer is not a holder of the account given in the line: another person has to approve the assignment.',
    'receipt.backDated':
      'The value date of the line is well in the past: another person has to approve the assignment.',
  },
  auditFields: {
    fresh: 'New',
    bookedOn: 'Posted on',
  },
  changeFields: {
    statementAccount: 'Account of the statement',
    opening: 'Opening balance',
    closing: 'Closing balance',
    newAccount: 'New bank account of the firm',
    previousClosing: 'Closing balance of the previous statement',
    follows: 'Continues the previous statement',
    lastDay: 'End of the last statement posted',
    overlaps: 'Begins before the end of that statement',
    oldPeriod: 'With dates long before the upload',
    entries: 'Lines',
    incoming: 'Money in',
    outgoing: 'Money out',
  },
  changeValues: {
    backDated: 'Value date well in the past',
    overAgreed: 'Exceeds the amount agreed on opening',
    notProposed: 'The line had been identified with another account',
    otherPayer: 'The payer is not a holder of the account',
    ownStatement: 'The statement was uploaded or approved by the person assigning it',
  },
}
