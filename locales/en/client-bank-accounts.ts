export default {
  title: 'Bank accounts',
  lead: 'Where they are paid. What names no account goes to the default one.',
  none: 'No bank accounts',
  noneHint: 'While there is none, what is owed to them waits.',
  fields: {
    number: 'IBAN',
    holder: 'Holder',
    state: 'Standing',
    knownSince: 'Known since',
    waiting: 'To be paid',
    actions: 'Actions',
    endedAt: 'Ended on',
    makeDefault: 'Default account',
    takesOver: 'Account that takes over',
    reason: 'Reason',
  },
  states: {
    default: 'Default',
    payout: 'Takes payments',
    known: 'Pays in only',
    invalid: 'Number not valid',
    held: 'Held until {{at}}',
  },
  rowActions: 'Actions with {{number}}',
  sharing: {
    clients_one: 'Another client has it too',
    clients_other: '{{count}} other clients have it too',
    joint: 'joint holders with them',
  },
  ended_one: 'One account that has ended',
  ended_other: '{{count}} accounts that have ended',
  pending: {
    title: 'Waiting for somebody else',
    add: 'Add {{number}} in the name of {{holder}}',
    addDefault: 'Add {{number}} in the name of {{holder}} and pay there',
    default: 'Pay to {{number}}',
    end: 'End {{number}}',
    endTakenOver: 'End {{number}}: {{takesOver}} takes over',
    by: 'Proposed by {{name}} on {{at}}',
    otherHolder: 'The holder is not the client',
    open: 'See the proposal',
  },
  add: {
    action: 'Add account',
    title: 'New bank account',
    lead: 'Somebody else approves it. Payments to it wait for its first 48 hours.',
    numberHint: 'Copy it from a document of the bank, not from a message.',
    holderHint: 'As it stands at the bank.',
    makeDefaultHint: 'What has an account already keeps it.',
    first: 'It will be the default: there is no other to be paid to.',
    checked: 'I have checked it with the client',
    submit: 'Propose the account',
  },
  makeDefault: {
    action: 'Make default',
    named: 'Make {{number}} the default',
    text: 'What names no account will be paid to {{number}}. What has one already keeps it.',
    fromKnown: 'So far it has only paid in: payments wait for its first 48 hours.',
  },
  end: {
    action: 'End',
    named: 'End {{number}}',
    text: 'Nothing more is paid to {{number}}. It stays in the history.',
    waiting_one: 'There is {{count}} payment of {{amount}} on its way, which goes to the one that takes over.',
    waiting_other: 'There are {{count}} payments of {{amount}} on their way, which go to the one that takes over.',
    noOther:
      'There are payments of {{amount}} on their way and no other account to take them. Add one, or cancel those payments first.',
  },
  reasonHint: 'Whoever approves it reads this.',
  asked: 'Proposed. It counts once somebody else approves it.',
  done: 'Done.',
}

/** What lists of all features say of this one. */
export const words = {
  notifications: {
    client: {
      bankAccount: {
        title: 'A client is paid elsewhere',
        text: '{{change}}. If you did not expect it, tell the management.',
      },
    },
  },
  actions: {
    client_bankAccountDoubted: 'Is warned: another client has that account',
    client_bankAccountAdded: 'Adds a bank account to a client',
    client_bankAccountDefault: 'Changes the default account of a client',
    client_bankAccountEnded: 'Ends a bank account of a client',
  },
  tasks: {
    bankAccount: 'Bank account of a client',
  },
  changes: {
    bankAdd: 'Add account {{account}} to client {{who}}',
    bankDefault: 'Pay client {{who}} to account {{account}}',
    bankEnd: 'End account {{account}} of client {{who}}',
  },
}
