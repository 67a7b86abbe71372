export default {
  anyProduct: 'Any product',
  anyChannel: 'Any channel',
  shares: { manager: 'Manager', partner: 'Partner', advisor: 'Advisor', banker: 'Banker' },
  rules: {
    title: 'Shares of money raised',
    lead: 'The rule of the product applies, first that of the product and channel; without one, that of the channel; else the general one. What is posted already keeps its shares.',
    none: 'There is no rule: all money raised is the manager’s.',
    noneInForce: 'No rule is in force or upcoming: all money raised is the manager’s.',
    product: 'Product',
    channel: 'Channel of the client',
    validFrom: 'From',
    validFromHint: 'For what is posted from that date. What is posted already keeps its shares.',
    state: 'Status',
    states: { current: 'In force', coming: 'Upcoming', past: 'Past' },
    setBy: 'Set by {{name}}',
    add: 'Add rule',
    shares: 'Shares',
    sharesHint: 'As percentages. The share of anyone the client does not have is the manager’s.',
    whole: 'They add up to 100%.',
    missing: '{{share}} missing.',
    over: '{{share}} too much.',
    remove: 'Remove',
    removeNamed: 'Remove the rule of {{product}}, {{channel}}, from {{date}}',
    removeTitle: 'Remove this rule of shares?',
    removeText:
      '{{product}}, {{channel}}, from {{date}}. The previous one applies again, if there is one. What is posted already keeps its shares.',
    history: 'Show past ones',
  },
  days: {
    title: 'New money',
    lead: 'A contribution soon after a payment to the client or a co-holder is reinvested and does not count as money raised. What is posted already does not change.',
    label: 'Days since the payment',
    hint: 'From 0 to 365. With 0, only contributions of the same day.',
    save: 'Propose',
  },
}

/** What lists of all features say of this one. */
export const words = {
  actions: {
    attributionRule_set: 'Sets a rule on the shares of money raised',
    attributionRule_removed: 'Removes a rule on the shares of money raised',
    captation_reinvestmentDaysSet: 'Changes for how many days a contribution is reinvested',
  },
  entities: {
    attributionRule: 'Rule on the shares of money raised',
  },
  tasks: {
    attribution: 'Shares of money raised',
  },
  changes: {
    attributionSet:
      'Share money raised of {{product}}, {{channel}}, from {{from}}: manager {{manager}}%, partner {{partner}}%, advisor {{advisor}}%, banker {{banker}}%',
    attributionRemoved:
      'Remove the shares of money raised of {{product}}, {{channel}}, from {{from}}: manager {{manager}}%, partner {{partner}}%, advisor {{advisor}}%, banker {{banker}}%',
    reinvestmentDaysSet: 'Take what comes up to {{days}} days after a payment as reinvested',
    anyProduct: 'any product',
    channels: {
      any: 'any channel',
      direct: 'direct channel',
      partner: 'partner channel',
      alliance: 'alliance channel',
    },
  },
}
