export default {
  action: 'Block client',
  kind: 'Kind of block',
  reason: 'Reason',
  expectedEnd: 'Expected end',
  expectedEndHint: 'The block ends when someone lifts it.',
  kinds: {
    commercial: 'Commercial',
    documents: 'Missing documents',
    legal: 'Legal (seizure, anti-money laundering)',
    death: 'Death',
  },
  effects: {
    commercial: 'No new money comes in, and payments need approval.',
    documents: 'No new money comes in, and payments need approval.',
    legal: 'Everything is frozen: no money in or out, no renewals. Someone else has to approve it.',
    death: 'Everything is frozen: no money in or out, no renewals. Someone else has to approve it.',
  },
  submit: 'Block',
  done: 'Client blocked.',
  proposed: 'Proposal sent. The block is awaiting someone else’s approval.',
  lift: 'Lift the block',
  liftTitle: 'Lift the block: {{kind}}',
  liftLead: 'Someone else has to approve it, and will read the reason.',
  liftReason: 'Reason to lift it',
  lifted: 'Block lifted.',
  liftProposed: 'Proposal sent. The block stays until someone else approves it.',
  by: 'Blocked by {{name}}',
  until: 'Expected end: {{date}}',
}

/** What lists of all features say of this one. */
export const words = {
  notifications: {
    client: {
      block: { title: 'Block of a client', text: '{{change}}. See their record.' },
    },
  },
  actions: {
    client_blocked: 'Blocks a client',
    client_unblocked: 'Lifts a block of a client',
  },
  tasks: {
    clientBlock: 'Block of a client',
  },
  changes: {
    clientBlock: 'Block {{who}}: {{kind}}',
    clientUnblock: 'Lift the block of {{who}}: {{kind}}',
    blockKinds: { commercial: 'commercial', documents: 'missing documents', legal: 'legal', death: 'death' },
  },
  personalTables: {
    client_block: 'Blocks',
  },
  refusals: {
    'client.alreadyBlocked': 'The client already has a block of that kind.',
    'client.notBlocked': 'The client has no block of that kind.',
    'client.blockWaits': 'This change of the block is already awaiting approval.',
  },
  auditFields: {
    blockKind: 'Block',
  },
  changeFields: {
    expectedEnd: 'Expected end',
  },
}
