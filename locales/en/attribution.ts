export default {
  anyProduct: 'Any product',
  anyChannel: 'Any channel',
  shares: { manager: 'Manager', partner: 'Partner', advisor: 'Advisor', banker: 'Banker' },
  rules: {
    title: 'Shares of money raised',
    lead: 'The rule for the product and channel applies first, then the rule for the product, then the rule for the channel, and otherwise the general rule. What is already posted keeps its shares.',
    none: 'There are no rules: all money raised is credited to the manager.',
    noneInForce: 'No rule is in force or upcoming: all money raised is credited to the manager.',
    product: 'Product',
    channel: 'Client’s channel',
    validFrom: 'From',
    validFromHint: 'For what is posted from that date. What is already posted keeps its shares.',
    state: 'Status',
    states: { current: 'In force', coming: 'Upcoming', past: 'Past' },
    setBy: 'Set by {{name}}',
    add: 'Add rule',
    shares: 'Shares',
    sharesHint: 'As percentages. If the client has no partner, advisor or banker, their share goes to the manager.',
    whole: 'They add up to 100%.',
    missing: '{{share}} missing.',
    over: '{{share}} over.',
    remove: 'Remove',
    removeNamed: 'Remove the rule for {{product}}, {{channel}}, from {{date}}',
    removeTitle: 'Remove this rule?',
    removeText:
      '{{product}}, {{channel}}, from {{date}}. The previous rule, if any, applies again. What is already posted keeps its shares.',
    history: 'Show past ones',
  },
  days: {
    title: 'New money',
    lead: 'A contribution received soon after a payment to the client or a co-holder is reinvested and does not count as money raised. What is already posted does not change.',
    label: 'Days since the payment',
    hint: 'From 0 to 365. With 0, only contributions on the same day.',
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
      'Share money raised in {{product}}, {{channel}}, from {{from}}: manager {{manager}}%, partner {{partner}}%, advisor {{advisor}}%, banker {{banker}}%',
    attributionRemoved:
      'Remove the shares of money raised in {{product}}, {{channel}}, from {{from}}: manager {{manager}}%, partner {{partner}}%, advisor {{advisor}}%, banker {{banker}}%',
    reinvestmentDaysSet: 'Treat what is received up to {{days}} days after a payment as reinvested',
    anyProduct: 'any product',
    channels: {
      any: 'any channel',
      direct: 'direct channel',
      partner: 'partner channel',
      alliance: 'alliance channel',
    },
  },
  changeFields: {
    productName: 'Product name',
    clientChannel: 'Channel of the client',
    managerShare: 'Share of the manager',
    partnerShare: 'Share of the partner',
    advisorShare: 'Share of the advisor',
    bankerShare: 'Share of the banker',
    reinvestmentDays: 'Days of reinvestment',
  },
  changeValues: {
    direct: 'Direct',
  },
}
