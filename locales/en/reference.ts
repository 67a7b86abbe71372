export default {
  save: 'Save',
  change: 'Change',
  changeNamed: 'Change {{name}}',
  remove: 'Remove',
  removeNamed: 'Remove {{name}}',
  removeTitle: 'Remove “{{name}}”?',
  removeText: 'It is not in use. It will no longer appear in forms and filters.',
  actions: 'Actions',
  search: 'Search',
  nothing: 'No matches.',
  more: 'Showing {{shown}} of {{total}}. Search to see more.',
  uses: {
    offices: 'Offices',
    clients: 'Clients',
    employees: 'Employees',
    accounts: 'Accounts',
    quotes: 'Cancellations',
    contacts: 'Contacts',
  },
  fields: {
    name: 'Name',
    zone: 'Zone',
    city: 'City',
    taxId: 'Tax number',
  },
  kinds: {
    zones: {
      title: 'Zones',
      lead: 'Every office and every client belongs to a zone. Only zones not in use can be removed.',
      add: 'Add zone',
      change: 'Change zone',
      none: 'There are no zones.',
    },
    offices: {
      title: 'Offices',
      lead: 'Where people work and accounts are opened.',
      add: 'Add office',
      change: 'Change office',
      none: 'There are no offices.',
      zoneWaits:
        'There are people at this office: senior management has to approve the change of zone. The rest is saved now.',
    },
    subcompanies: {
      title: 'Subcompanies',
      lead: 'Group companies that employ staff.',
      add: 'Add subcompany',
      change: 'Change subcompany',
      none: 'There are no subcompanies.',
    },
    cancellationReasons: {
      title: 'Cancellation reasons',
      lead: 'Reasons why a client cancels before maturity. One is given when saving the quote.',
      add: 'Add reason',
      change: 'Change reason',
      none: 'There are no reasons.',
    },
    contactTypes: {
      title: 'Contact types',
      lead: 'What each contact of the commercial agenda is.',
      add: 'Add type',
      change: 'Change the type',
      none: 'There is no type.',
    },
    contactWorks: {
      title: 'Work done',
      lead: 'What has already been done with a contact.',
      add: 'Add work',
      change: 'Change the work',
      none: 'There is no work.',
    },
    contactReferences: {
      title: 'References of contacts',
      lead: 'Who recommended a contact.',
      add: 'Add reference',
      change: 'Change the reference',
      none: 'There is no reference.',
    },
    contactSources: {
      title: 'Data sources',
      lead: 'Where the data of a contact come from.',
      add: 'Add source',
      change: 'Change the source',
      none: 'There is no source.',
    },
  },
}

/** What lists of all features say of this one. */
export const words = {
  actions: {
    reference_added: 'Adds reference data',
    reference_changed: 'Changes reference data',
    reference_removed: 'Removes reference data',
  },
  entities: {
    zone: 'Zone',
    office: 'Office',
    subcompany: 'Subcompany',
    cancellation_reason: 'Cancellation reason',
    contact_type: 'Contact type',
    contact_work: 'Work done',
    contact_reference: 'Reference of contacts',
    contact_source: 'Data source',
  },
  tasks: {
    office: 'Zone of an office',
  },
  changes: {
    officeZone: 'Change the zone of the office {{office}}: from {{from}} to {{to}}',
  },
  refusals: {
    'reference.inUse': 'It is in use: change it first wherever it appears.',
    'reference.taken': 'Another one with that name or code already exists.',
  },
  auditFields: {
    zoneId: 'Zone no.',
    city: 'City',
  },
  changeFields: {
    zone: 'Zone',
    staff: 'People who work or have worked at the office',
  },
}
