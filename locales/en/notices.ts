const kinds = {
  contribution: 'Contribution received',
  maturity_30: 'Matures in 30 days',
  maturity_7: 'Matures in 7 days',
  payment: 'Payment sent',
}
const states = { queued: 'Queued', sent: 'Sent', failed: 'Failed', skipped: 'Skipped' }

export default {
  title: 'Client notices',
  count_one: '{{total}} notice',
  count_many: '{{total}} notices',
  count_other: '{{total}} notices',
  empty: 'There are no notices to show.',
  emptyHint: 'Notices are prepared when there is something to tell a client. Each kind is switched on in the settings.',
  search: 'Name, CVL or account',
  trouble: 'Failed: {{failed}} · Skipped: {{skipped}}',
  fields: {
    queuedAt: 'Prepared on',
    sentAt: 'Sent on',
    kind: 'Notice',
    state: 'Status',
    reason: 'Reason',
    client: 'Client',
    cvl: 'CVL',
    account: 'Account',
    aboutOn: 'Event date',
    amount: 'Amount',
    recipient: 'Recipient',
    attempts: 'Attempts',
    from: 'From',
    to: 'To',
  },
  kinds,
  states,
  reasons: {
    noEmail: 'The client has no e-mail',
    badEmail: 'The e-mail is not valid',
    blocked: 'The client is blocked',
    withdrawn: 'The client has withdrawn their data protection consent',
    off: 'These notices are switched off',
    over: 'The notice no longer applies',
    recipientRejected: 'The mail server does not accept the client’s address',
    noConnection: 'No connection to the mail server',
    signInRejected: 'The mail server does not accept the firm’s sign-in',
    messageRejected: 'The mail server has rejected the message',
    interrupted: 'Sending interrupted',
  },
  resend: 'Send again',
  resendNamed: 'Send the notice to {{name}} again',
  section: {
    title: 'Notices sent',
    lead: 'Notices sent to the client by e-mail.',
    all: 'View all',
  },
  settings: {
    title: 'Notices to clients by e-mail',
    lead: 'Each notice is sent once, in the client’s language, when the event occurs. None is sent unless switched on. Imports generate no notices.',
    topics: {
      contribution: 'Contribution received',
      maturity: 'Maturity, 30 and 7 days ahead',
      payment: 'Payment sent',
    },
    coming_one: 'When switched on, {{total}} notice will be sent today.',
    coming_many: 'When switched on, {{total}} notices will be sent today.',
    coming_other: 'When switched on, {{total}} notices will be sent today.',
    preview: 'View example',
    previewOf: 'View example: {{topic}}',
    previewTitle: 'Sample notice',
    previewLead: 'With a client’s data. Nothing is sent.',
    client: 'Client',
    clientHint: 'The last one who would have received it',
    to: 'To',
    nobody: 'No recipient: {{reason}}',
    subject: 'Subject',
    none: 'This client has no notice of this type.',
    offTitle: 'Stop sending “{{topic}}” notices?',
    offText: 'Senior management has to approve it. Until then clients continue to receive them.',
    onTitle: 'Switch on “{{topic}}” notices?',
    onText: 'Clients will start receiving them by e-mail. View an example first.',
    on: 'Switch on',
    conflict: 'Someone else has changed this setting. The current value is shown.',
    log: 'View notices sent',
  },
}

/** What lists of all features say of this one. */
export const words = {
  screens: {
    notices: 'Client notices',
  },
  modules: {
    bt_Avisos: 'Client notices',
  },
  actions: {
    notice_sent: 'Notice sent to the client',
    notice_failed: 'A notice to the client could not be sent',
    notice_skipped: 'Notice to the client skipped',
    notice_resent: 'Resends a notice',
    notices_exported: 'Exports notices to clients',
    notices_switched: 'Switches notices to clients on or off',
  },
  entities: {
    bt_Avisos: 'Screen: Client notices',
  },
  tasks: {
    notice: 'Notices to clients',
  },
  changes: {
    noticeOff: 'Stop sending client notices: {{topic}}',
    noticeTopics: {
      contribution: 'contributions received',
      maturity: 'upcoming maturities',
      payment: 'payments sent',
    },
  },
  jobs: {
    notices_queueMaturities: 'Preparing maturity notices',
    notices_send: 'Sending client notices',
  },
  timelineKinds: { notice: 'Notices' },
  timelineEntries: { notice: kinds },
  timelineStates: { notice: states },
  personalTables: {
    client_notice: 'Notices sent',
  },
  refusals: {
    'notice.notFailed': 'Only failed or skipped notices can be sent again.',
  },
  auditFields: {
    topic: 'Notice',
  },
}
