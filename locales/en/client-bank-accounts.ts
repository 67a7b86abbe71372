export default {
  title: 'Bank accounts',
  lead: 'Accounts for payments. Unless another is given, payments go to the default one.',
  none: 'No bank accounts',
  noneHint: 'Payments to the client are on hold until there is one.',
  fields: {
    number: 'IBAN',
    holder: 'Holder',
    state: 'Status',
    knownSince: 'On record since',
    waiting: 'To be paid',
    actions: 'Actions',
    endedAt: 'Closed on',
    makeDefault: 'Default account',
    takesOver: 'Replacement account',
    reason: 'Reason',
  },
  states: {
    default: 'Default',
    payout: 'Receives payments',
    known: 'Pays in only',
    invalid: 'Invalid number',
    held: 'Held until {{at}}',
  },
  rowActions: 'Actions with {{number}}',
  sharing: {
    clients_one: 'Another client has it too',
    clients_other: '{{count}} other clients have it too',
    joint: 'co-holders',
  },
  ended_one: 'One closed account',
  ended_other: '{{count}} closed accounts',
  pending: {
    title: 'Awaiting approval',
    add: 'Add {{number}} in the name of {{holder}}',
    addDefault: 'Add {{number}} in the name of {{holder}} as the default',
    default: 'Make {{number}} the default',
    end: 'Close {{number}}',
    endTakenOver: 'Close {{number}} and replace it by {{takesOver}}',
    by: 'Proposed by {{name}} on {{at}}',
    otherHolder: 'The holder is not the client',
    open: 'View proposal',
  },
  add: {
    action: 'Add account',
    title: 'New bank account',
    lead: 'Another person has to approve it. Payments to a new account are held for 48 hours.',
    numberHint: 'Copy it from a bank document, not from a message.',
    holderHint: 'As shown by the bank.',
    makeDefaultHint: 'Payments that already have an account keep it.',
    first: 'It will be the default, being the only account for payments.',
    checked: 'I have checked this with the client',
    submit: 'Propose account',
  },
  makeDefault: {
    action: 'Make default',
    named: 'Make {{number}} the default',
    text: 'Unless another account is given, payments will go to {{number}}. Payments that already have an account keep it.',
    fromKnown: 'So far it has only been used to pay in: payments are held for 48 hours.',
  },
  end: {
    action: 'Close',
    named: 'Close {{number}}',
    text: 'No more payments will be made to {{number}}. The account stays in the history.',
    waiting_one: 'There is {{count}} pending payment of {{amount}}, which will go to the replacement account.',
    waiting_other: 'There are {{count}} pending payments of {{amount}}, which will go to the replacement account.',
    noOther:
      'There are pending payments of {{amount}} and no other account for payments. Add one, or cancel those payments first.',
  },
  reasonHint: 'The approver will see it.',
  asked: 'Proposal sent. It takes effect once another person approves it.',
  done: 'Change made.',
}

/** What lists of all features say of this one. */
export const words = {
  notifications: {
    client: {
      bankAccount: {
        title: 'Change to a client’s accounts for payments',
        text: '{{change}}. If you did not expect this, tell senior management.',
      },
    },
  },
  actions: {
    client_bankAccountDoubted: 'Is warned: another client has that bank account',
    client_bankAccountAdded: 'Adds a bank account to a client',
    client_bankAccountDefault: 'Changes a client’s default account',
    client_bankAccountEnded: 'Closes a bank account of a client',
  },
  tasks: {
    bankAccount: 'Bank account of a client',
  },
  changes: {
    bankAdd: 'Add account {{account}} to client {{who}}',
    bankDefault: 'Pay client {{who}} to account {{account}}',
    bankEnd: 'Close account {{account}} of client {{who}}',
  },
  personalTables: {
    client_bank_account: 'Bank accounts',
    client_bank_change: 'Changes of bank accounts',
  },
  refusals: {
    'bankAccount.known': 'The client already has that account.',
    'bankAccount.asked': 'This change has already been proposed and is awaiting approval.',
    'bankAccount.doubtful': 'Check it with the client before you propose it.',
    'bankAccount.isDefault': 'It is already the default account.',
    'bankAccount.paymentsWait':
      'There are pending payments to that account. Choose another one to receive them, or cancel them first.',
    'bankAccount.inBatch': 'A payment to that account is in a batch. Wait until it is sent, or remove it first.',
    'bankAccount.overLimit':
      'The payments that would change account exceed your limit: a person with a higher limit has to approve it.',
  },
  changeFields: {
    defaultAccount: 'Default account',
    holder: 'Holder at the bank',
    bank: 'Bank',
    sameNumber: 'Other clients with that number',
    sameOfJoint: 'Of these, co-holders',
    takesOver: 'Replacement account',
  },
}
