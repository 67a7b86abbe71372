import type es from '../es/settings.ts'
import type { Shape } from '../shape.ts'

export default {
  context: 'Settings of {{prefix}}. All changes are audited.',
  conflict: 'Someone else has changed the settings. The current ones are shown: repeat your change if still needed.',
  parts: {
    label: 'Settings sections',
    all: 'All settings',
    groups: {
      access: 'Control and access',
      money: 'Money',
      data: 'Lists of values',
      messages: 'Messages',
      danger: 'Danger zone',
    },
    checks: 'Changes that require approval',
    secondFactor: 'Second factor',
    google: 'Sign-in with Google',
    panel: 'Appearance',
    payments: 'Payments and limits',
    currencies: 'Currencies',
    withholding: 'Withholding tax',
    attribution: 'Attribution',
    profitability: 'Profitability',
    accounting: 'Accounting',
    reference: 'Zones, offices and lists',
    consents: 'Texts of consents',
    retention: 'Data retention',
    notices: 'Client notices',
    presentations: 'Presentations',
    mail: 'E-mail',
    maintenance: 'Maintenance',
  },
  search: {
    label: 'Search settings',
    found_one: '{{count}} result',
    found_many: '{{count}} results',
    found_other: '{{count}} results',
  },
  maintenance: {
    title: 'Maintenance',
    lead: 'While it lasts, only administrators can enter. Everyone else sees the maintenance page and returns automatically to where they were. Sessions idle for half an hour are closed, as usual.',
    off: 'Open to all users',
    on: 'Under maintenance since {{since}}',
    until: 'Expected to end: {{until}}',
    open: 'No end planned',
    message: 'Message',
    messageHint: 'Text shown to users. Leave empty for the usual one.',
    length: 'Expected duration',
    lengths: {
      none: 'Unknown',
      minutes_one: '{{count}} minute',
      minutes_many: '{{count}} minutes',
      minutes_other: '{{count}} minutes',
      hours_one: '{{count}} hour',
      hours_many: '{{count}} hours',
      hours_other: '{{count}} hours',
    },
    begin: 'Start maintenance',
    change: 'Change the message',
    end: 'End maintenance',
    confirmTitle: 'Start maintenance of {{prefix}}?',
    confirmText: 'From now on only administrators can work. All users are notified.',
  },
  currencies: {
    title: 'Currencies',
    lead: 'The books are in euros. With an exchange rate, each person can see converted amounts, marked as such.',
    currency: 'Currency',
    currencyHint: 'Three letters: USD, GBP, MXN…',
    perEuro: 'Units per €1',
    perEuroHint: 'For example: 1.0825',
    validFrom: 'From',
    setBy: 'Set by',
    setAt: 'Set on',
    state: 'Status',
    states: { current: 'Current', coming: 'Upcoming', past: 'Past' },
    remove: 'Remove',
    removeNamed: 'Remove the exchange rate of {{currency}} from {{date}}',
    removed: 'Exchange rate of {{currency}} from {{date}} removed.',
    restored: 'Exchange rate of {{currency}} from {{date}} restored.',
    add: 'Add exchange rate',
    none: 'There are no exchange rates: amounts are shown in euros only.',
  },
  google: {
    title: 'Google',
    on: 'Google sign-in is on.',
    off: 'Google sign-in is not configured and is hidden.',
    how: 'To turn it on, the system administrator has to register your organisation’s Google client identifier.',
    client: 'Identifier',
    issuer: 'Issuer',
  },
  mail: {
    title: 'E-mail',
    smtp: 'E-mail is sent through the configured server.',
    mailbox: 'There is no mail server: messages are kept and not sent.',
    how: 'To send them, the system administrator has to configure the mail server.',
    waiting: 'Pending',
    failed: 'Not delivered',
  },
  secondFactor: {
    addTitle: 'Require a second factor for the role {{role}}?',
    addText:
      'Some approvers with this role have no second factor: they could not approve for 24 hours after setting one up. So senior management has to approve it.',
    endTitle: 'Stop requiring a second factor for the role {{role}}?',
    endText: 'Senior management has to approve it. Until then it stays required.',
    title: 'Second factor',
    lead: 'These roles need an authenticator app or a passkey to work. Anyone without one sets it up on signing in.',
  },
  panel: {
    title: 'Appearance',
    label: 'Users can open the appearance panel',
  },
  checks: {
    title: 'Changes that require approval',
    lead: 'Ticked changes do not take effect until another person approves them. Unticking a control requires approval by senior management, and approvers are notified. Changes already proposed stay pending.',
    always:
      'Always require approval: unticking a control, limits by role, the rules for manual contributions, leaving a role without a second factor, and appointing a substitute for someone else who decides on money or permissions.',
    onTitle: 'Start requiring: {{task}}?',
    onText:
      'Once senior management approves, nobody can approve money, accounts or permissions without a second factor set up at least a day before. First check that approvers have one.',
    on: 'Propose',
    offTitle: 'Stop requiring: {{task}}?',
    offText:
      'Once senior management approves, one person will be enough and the change is immediate. Approvers are notified and it is audited.',
    off: 'Propose',
    reason: 'Reason',
    reasonHint: 'The approver will see it.',
    waiting: 'Awaiting approval by another person.',
    open: 'View proposal',
  },
} satisfies Shape<typeof es>

/** What lists of all features say of this one. */
export const words = {
  screens: {
    settings: 'Settings',
  },
  modules: {
    bt_Ajustes: 'Settings',
  },
  notifications: {
    maintenance: {
      announced: {
        title: 'Maintenance',
        text: 'Expected to end: {{until}}.',
        open: 'No expected end.',
      },
    },
    setting: {
      changed: {
        title: 'Setting changed',
        text: '{{by}} has approved: {{change}}.',
      },
    },
    limit: {
      changed: {
        title: 'Limit changed',
        text: '{{by}} has approved: {{change}}.',
      },
    },
    contributionRules: {
      changed: {
        title: 'Rules for manual contributions changed',
        text: '{{by}} has approved: {{change}}.',
      },
    },
    firmAccount: {
      changed: {
        title: 'Account for outgoing payments changed',
        text: '{{by}} has approved: {{change}}.',
      },
    },
    secondFactorRoles: {
      changed: {
        title: 'Second factor',
        text: '{{by}} has approved: {{change}}.',
      },
    },
  },
  actions: {
    firmAccount_set: 'Changes the account for outgoing payments',
    contributionRules_set: 'Changes the rules for manual contributions',
    limit_set: 'Sets a limit',
    limit_removed: 'Removes a limit',
    settings_changed: 'Changes settings',
    currencyRate_set: 'Sets an exchange rate',
    currencyRate_removed: 'Removes an exchange rate',
    paymentRate_set: 'Sets an exchange rate for payments',
  },
  entities: {
    settings: 'Settings',
    currencyRate: 'Exchange rate',
    paymentRate: 'Exchange rate for payments',
    bt_Ajustes: 'Screen: Settings',
  },
  tasks: {
    paymentRate: 'Exchange rate for payments',
    limit: 'Limit of a role',
    contributionRules: 'Rules for manual contributions',
    firmAccount: 'Account for outgoing payments',
    secondFactorRole: 'Second factor for a role',
  },
  changes: {
    paymentRate: 'Exchange rate for payments on {{rateOn}}: {{perEuro}} {{who}} per euro',
    limitSet: 'Limit of {{role}} on {{kind}}: {{value}} from {{from}}',
    limitRemoved: 'Remove the limit of {{role}} on {{kind}} that starts on {{from}}',
    limitKinds: {
      withdrawal: 'withdrawals',
      contribution: 'manual contributions',
      bonus: 'bonus interest',
    },
    points: '{{points}} points',
    anyAmount: 'no limit',
    contributionRules: 'Value date up to {{days}} business days back; confirmation by the bank within {{confirmDays}}',
    firmAccount: 'Pay from the account {{account}}',
    secondFactorRole: 'Stop requiring a second factor for the role {{role}}',
    secondFactorRoleOn: 'Require a second factor for the role {{role}}',
  },
  refusals: {
    'settings.noPaymentRate': 'Payments are made in euros: no exchange rate is needed.',
  },
}
