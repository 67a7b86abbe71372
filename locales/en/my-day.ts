export default {
  title: 'My day',
  context: 'Today is {{date}}',
  clients: 'See clients',
  seeAll: 'See all',
  seeAllOf: 'See all: {{what}}',
  more_one: 'And {{count}} more.',
  more_other: 'And {{count}} more.',
  instruct: 'Change instruction',
  instructFor: 'Change the instruction of account {{account}}',
  tiles: {
    meetings: { title: 'Your meetings today', none: 'You have no meetings today.' },
    followUps: { title: 'Follow-ups due or overdue', none: 'You have nothing due today.' },
    reviews: { title: 'Overdue reviews not planned', none: 'No overdue reviews.' },
    maturities: { title: 'Maturing in the next 7 days', none: 'No account matures this week.' },
    approvals: {
      title: 'To decide',
      none: 'You have no requests to decide. They appear here when someone in your team requests something.',
    },
    requests: {
      title: 'Your open requests',
      none: 'You have no open requests. Those that somebody else has to approve appear here.',
    },
    blocked: { title: 'Blocked clients', none: 'No client is blocked.' },
    openings: { title: 'Accounts awaiting payment', none: 'No account is awaiting payment.' },
    receipts: { title: 'Unidentified receipts', none: 'All receipts are assigned.' },
    payments: { title: 'Payments to send', none: 'No approved payments to send.' },
    verification: { title: 'Accounting verification', none: 'No accounting verification has been made yet.' },
    staff: { title: 'Leavers and probation ending', none: 'No leavers and no probation ending within 60 days.' },
    products: { title: 'Products on sale', none: 'No product is on sale.' },
  },
  states: {
    maturities: {
      pay_out: 'Pay out',
      renew_principal: 'Renew principal',
      renew_all: 'Renew principal and interest',
      transfer: 'Transfer to another product',
    },
    blocked: { commercial: 'Commercial', documents: 'Documents', legal: 'Legal', death: 'Death' },
    verification: { equal: 'No differences', differences: 'Differences found' },
    staff: { leaving: 'Last day', probation: 'End of probation' },
  },
}

/** What lists of all features say of this one. */
export const words = {
  screens: {
    myDay: 'My day',
  },
  modules: {
    bt_MiDia: 'My day',
  },
  entities: {
    bt_MiDia: 'Screen: My day',
  },
}
