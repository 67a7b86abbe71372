export default {
  title: 'Beneficiaries',
  lead: 'Who receives what is in the account when its holder dies.',
  none: 'No beneficiaries are designated.',
  edit: 'Change beneficiaries',
  add: 'Designate beneficiaries',
  person: 'Person',
  relationship: 'Relationship to the holder',
  relationshipHint: 'For example: spouse, daughter, nephew.',
  share: 'Percentage',
  shareOf: 'Percentage of {{name}}',
  outside: 'Outside your clients',
  noClient: 'Not a client',
  since: 'Since {{from}} · Registered by {{name}} on {{at}}',
  period: 'From {{from}} to {{to}} · Registered by {{name}} on {{at}}',
  history_one: '{{count}} earlier designation',
  history_other: '{{count}} earlier designations',
  validFrom: 'Valid from',
  addClient: 'Add a client',
  searchClient: 'Name, CVL or document',
  addPerson: 'Add somebody who is not a client',
  newPerson: 'Person {{n}}',
  name: 'First name',
  surname: 'Surname',
  identityKind: 'Document',
  identityNumber: 'Document number',
  remove: 'Remove {{name}}',
  total: 'Sum: {{total}}',
  emptyHint: 'If you save it without anybody, the account no longer has beneficiaries.',
  save: 'Save',
  saved: 'Beneficiaries saved.',
  removed: 'The account no longer has beneficiaries.',
}

/** What lists of all features say of this one. */
export const words = {
  actions: { account_beneficiariesSet: 'Changes the beneficiaries of an account' },
  personalTables: {
    account_beneficiary: 'Beneficiaries of accounts',
  },
  auditFields: {
    beneficiaries: 'Beneficiaries',
  },
}
