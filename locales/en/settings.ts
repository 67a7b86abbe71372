import type es from '../es/settings.ts'
import type { Shape } from '../shape.ts'

export default {
  context: 'They hold for {{prefix}}. Every change stands in the audit.',
  conflict: 'Somebody else has changed the settings. These are the latest: repeat your change if it is still needed.',
  parts: {
    label: 'Parts of the settings',
    general: 'General',
    reference: 'Zones, offices and subcompanies',
    withholding: 'Withholding',
    payments: 'Payments and limits',
    notices: 'Client notices',
    accounting: 'Accounting',
  },
  maintenance: {
    title: 'Maintenance',
    lead: 'While it lasts only administrators get in. Everybody else waits on the maintenance page and comes back to where they were; whoever does not move for half an hour is signed out, as always.',
    off: 'Open to everybody',
    on: 'Under maintenance since {{since}}',
    until: 'Expected to end: {{until}}',
    open: 'No end planned',
    message: 'Message',
    messageHint: 'What people will read. Empty: the usual words.',
    length: 'Expected length',
    lengths: {
      none: 'Not known',
      minutes_one: '{{count}} minute',
      minutes_many: '{{count}} minutes',
      minutes_other: '{{count}} minutes',
      hours_one: '{{count}} hour',
      hours_many: '{{count}} hours',
      hours_other: '{{count}} hours',
    },
    begin: 'Begin maintenance',
    change: 'Change the message',
    end: 'End maintenance',
    confirmTitle: 'Begin maintenance of {{prefix}}?',
    confirmText: 'From now on nobody but administrators can work. Everybody is told.',
  },
  currencies: {
    title: 'Currencies',
    lead: 'The books are in euros. With a rate, each person can see amounts converted, and marked as such.',
    currency: 'Currency',
    currencyHint: 'Three letters: USD, GBP, MXN…',
    perEuro: 'Units for €1',
    perEuroHint: 'For example: 1.0825',
    validFrom: 'From',
    setBy: 'Set by',
    setAt: 'Set on',
    state: 'State',
    states: { current: 'Current', coming: 'Coming', past: 'Past' },
    remove: 'Remove',
    removeNamed: 'Remove the rate of {{currency}} from {{date}}',
    removed: 'The rate of {{currency}} from {{date}} was removed.',
    undo: 'Undo',
    add: 'Add a rate',
    none: 'There are no rates: amounts are shown in euros only.',
  },
  google: {
    title: 'Google',
    on: 'Google sign-in is on.',
    off: 'Google sign-in is hidden: no Google client is configured.',
    how: 'To turn it on, start Atalaya with GOOGLE_CLIENT_ID, the id of your organisation’s OAuth client.',
    client: 'Client',
    issuer: 'Issuer',
  },
  mail: {
    title: 'E-mail',
    smtp: 'E-mail leaves through the configured SMTP server.',
    mailbox: 'There is no SMTP server: messages are kept in the mailbox folder of the data.',
    how: 'To send them, start Atalaya with SMTP_URL.',
    waiting: 'Waiting',
    failed: 'Not delivered',
  },
  secondFactor: {
    addTitle: 'Require a second factor of the role {{role}}?',
    addText:
      'Somebody who decides with this role has no second factor, and could not approve for 24 hours after setting one up. So direction decides it.',
    endTitle: 'Stop requiring a second factor of the role {{role}}?',
    endText: 'Direction decides it. Until then it stays required.',
    title: 'Second factor',
    lead: 'These roles cannot work without an authenticator app or a passkey. Whoever has none sets one up on signing in.',
  },
  panel: {
    title: 'Appearance',
    label: 'Everybody can open the appearance panel',
  },
  checks: {
    title: 'Changes that a second person checks',
    lead: 'What is ticked isn’t done until somebody else approves it. Direction decides on switching a check off, and everybody who may approve is told. What waits already goes on waiting.',
    always:
      'Always checked: switching a check off, limits by role, the rules of money noted by hand, letting a role work without a second factor, and naming a substitute for somebody else who decides about money or rights.',
    onTitle: 'Begin to ask for: {{task}}?',
    onText:
      'If direction approves it, from then on nobody approves money, accounts or rights without a second factor that was set up at least a day before. Make sure that whoever approves has one.',
    on: 'Propose to ask for it',
    offTitle: 'Stop asking for: {{task}}?',
    offText:
      'If direction approves it, one person does it alone from then on, at once. Everybody who may approve is told, and it is audited.',
    off: 'Propose it',
    reason: 'Reason',
    reasonHint: 'Whoever decides will read it.',
    waiting: 'Waits for somebody else to approve it.',
    open: 'See the proposal',
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
        open: 'No end planned.',
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
        title: 'Rules of money noted by hand changed',
        text: '{{by}} has approved: {{change}}.',
      },
    },
    firmAccount: {
      changed: {
        title: 'Payment account changed',
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
    firmAccount_set: 'Changes the account that payments leave from',
    contributionRules_set: 'Changes the rules of money noted by hand',
    limit_set: 'Sets a limit',
    limit_removed: 'Takes a limit back',
    settings_changed: 'Changes settings',
    currencyRate_set: 'Sets an exchange rate',
    currencyRate_removed: 'Takes an exchange rate back',
  },
  entities: {
    settings: 'Settings',
    currencyRate: 'Exchange rate',
    bt_Ajustes: 'Screen: Settings',
  },
  tasks: {
    paymentRate: 'Exchange rate of payments',
    limit: 'Limit of a role',
    contributionRules: 'Rules of money noted by hand',
    firmAccount: 'Account that payments leave from',
    secondFactorRole: 'Second factor of a role',
  },
  changes: {
    paymentRate: 'Pay on {{rateOn}} at {{perEuro}} {{who}} per euro',
    limitSet: 'Limit of {{role}} on {{kind}}: {{value}} from {{from}}',
    limitRemoved: 'Remove the limit of {{role}} on {{kind}} that begins on {{from}}',
    limitKinds: {
      withdrawal: 'withdrawals',
      contribution: 'money noted by hand',
      bonus: 'bonus interest',
    },
    points: '{{points}} points',
    anyAmount: 'no limit',
    contributionRules: 'Value date up to {{days}} business days back; confirmation by the bank within {{confirmDays}}',
    firmAccount: 'Pay from the account {{account}}',
    secondFactorRole: 'Stop requiring a second factor of the role {{role}}',
    secondFactorRoleOn: 'Require a second factor of the role {{role}}',
  },
}
