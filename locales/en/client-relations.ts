export default {
  title: 'Family and companies',
  none: 'There are no relations with other clients.',
  add: 'Add relation',
  addTitle: 'Add a relation',
  other: 'Other client',
  otherPlaceholder: 'Name, CVL or document',
  kind: 'What they are to this client',
  since: 'Since',
  until: 'Until',
  lasts: 'Lasts',
  end: 'End',
  endTitle: 'End the relation with {{name}}',
  remove: 'Remove',
  removeTitle: 'Remove the relation with {{name}}?',
  removeText:
    'It is removed from both records. Do this only if it was added by mistake: if the relation has ended, set its end date.',
  added: 'Relation added.',
  ended: 'Relation ended.',
  removed: 'Relation removed.',
  save: 'Save',
  capital: 'Capital',
  balance: 'Balance',
  outside: 'Outside your clients',
  member: 'Client',
  household: 'Household',
  householdLead:
    'What the client, their partner, parents and children hold with the firm. Each account counts once, under its first holder.',
  self: 'This client',
  hidden_one: '{{count}} person is outside your clients: their money is not in the sum.',
  hidden_other: '{{count}} people are outside your clients: their money is not in the sum.',
  kinds: {
    spouse: 'Spouse',
    partner: 'Life partner',
    parent: 'Parent',
    child: 'Child',
    sibling: 'Sibling',
    relative: 'Other relative',
    employer: 'Employer',
    employee: 'Employee',
    shareholder: 'Shareholder',
    shareholding: 'Company they own a share of',
    business: 'Business relation',
  },
}

/** What lists of all features say of this one. */
export const words = {
  actions: {
    client_relationAdded: 'Adds a relation with another client',
    client_relationEnded: 'Ends a relation with another client',
    client_relationRemoved: 'Removes a relation with another client',
  },
  personalTables: {
    client_relation: 'Relations with other clients',
  },
  refusals: {
    'relation.exists': 'That relation has already been recorded.',
    'relation.coupled': 'One of the two already has a spouse or partner. End that relation first.',
  },
}
