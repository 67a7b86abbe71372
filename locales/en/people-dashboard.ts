export default {
  title: 'People and money raised',
  context: '{{who}} · on {{day}}',
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
    achievement: '% of the goal',
    lifetimeGross: 'Raised in all',
    lifetimeOut: 'Out in all',
    lifetimeNet: 'Net in all',
    calls: 'Calls',
    meetings: 'Meetings',
    newContacts: 'New contacts',
    converted: 'Converted',
  },
  table: 'Each person',
  lead: 'Clients and capital of today by who manages them; money raised by whom it is credited to, in euros; activity since {{from}}.',
  sort: {
    label: 'Order by',
    capital: 'Capital',
    year: 'Year',
    lifetime: 'In all',
    name: 'Name',
  },
  since: '{{position}} · since {{date}}',
  left: 'Left on {{date}}',
  rest: 'Nobody, or out of what you see',
  total: 'Total',
  none: 'There are no people in what you see.',
  statistics: 'Clients in figures',
  statisticsLead: 'The clients of today, with their capital. Each figure opens its rows.',
  median: 'Median capital of a client who has any',
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
