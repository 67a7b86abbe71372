export default {
  title: 'People and money raised',
  context: '{{who}} · as at {{day}}',
  fields: {
    name: 'Person',
    cvl: 'CVL',
    since: 'Since',
    leftOn: 'Until',
    clients: 'Clients',
    capital: 'Capital',
    yearGross: 'Raised this year',
    yearOut: 'Out this year',
    yearNet: 'Net this year',
    goal: 'Goal',
    achievement: '% of goal',
    lifetimeGross: 'Raised to date',
    lifetimeOut: 'Out to date',
    lifetimeNet: 'Net to date',
    calls: 'Calls',
    meetings: 'Meetings',
    newContacts: 'New contacts',
    converted: 'Converted',
  },
  table: 'By person',
  lead: 'Today’s clients and capital by manager; money raised by the person credited, in euros; activity since {{from}}.',
  sort: {
    label: 'Sort by',
    capital: 'Capital',
    year: 'Year',
    lifetime: 'To date',
    name: 'Name',
  },
  since: '{{position}} since {{date}}',
  left: 'Left on {{date}}',
  rest: 'Unassigned or outside your scope',
  total: 'Total',
  none: 'There are no people in your scope.',
  statistics: 'Clients in figures',
  statisticsLead: 'Today’s clients, with their capital. Each figure opens its rows.',
  median: 'Median capital per client (with capital)',
  count: 'Clients',
  amount: 'Capital',
  share: 'Share',
  loading: 'Calculating',
}

/** What lists of all features say of this one. */
export const words = {
  screens: {
    peopleDashboard: 'People and money raised',
  },
  modules: {
    bt_Dashboard4: 'People and money raised',
  },
  actions: {
    peopleDashboard_exported: 'Exports the people',
  },
  entities: {
    bt_Dashboard4: 'Screen: People and money raised',
    peopleDashboard: 'People and money raised',
  },
}
