export default {
  save: 'Save',
  change: 'Change',
  changeNamed: 'Change {{name}}',
  remove: 'Remove',
  removeNamed: 'Remove {{name}}',
  removeTitle: 'Remove “{{name}}”?',
  removeText: 'Nothing uses it. Forms and filters will no longer offer it.',
  actions: 'Actions',
  search: 'Search',
  nothing: 'Nothing matches your search.',
  more: 'Showing {{shown}} of {{total}}. Search to see others.',
  uses: {
    offices: 'Offices',
    clients: 'Clients',
    employees: 'Employees',
    accounts: 'Accounts',
    quotes: 'Cancellations',
  },
  fields: {
    name: 'Name',
    zone: 'Zone',
    city: 'City',
    cityOptional: 'City (optional)',
    taxId: 'Tax number',
    taxIdOptional: 'Tax number (optional)',
  },
  kinds: {
    zones: {
      title: 'Zones',
      lead: 'Every office belongs to a zone, and so does every client. Only one that nothing uses can be removed.',
      add: 'Add a zone',
      change: 'Change the zone',
      none: 'There are no zones.',
    },
    offices: {
      title: 'Offices',
      lead: 'Where people work and accounts are opened.',
      add: 'Add an office',
      change: 'Change the office',
      none: 'There are no offices.',
      zoneWaits: 'People work here: the zone doesn’t change before direction approves it. The rest is saved now.',
    },
    subcompanies: {
      title: 'Subcompanies',
      lead: 'The companies of the group that employ people.',
      add: 'Add a subcompany',
      change: 'Change the subcompany',
      none: 'There are no subcompanies.',
    },
    cancellationReasons: {
      title: 'Cancellation reasons',
      lead: 'Why a client wants to cancel early. One is chosen for each quote.',
      add: 'Add a reason',
      change: 'Change the reason',
      none: 'There are no reasons.',
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
  },
  tasks: {
    office: 'Zone of an office',
  },
  changes: {
    officeZone: 'Change the zone of the office {{office}}: from {{from}} to {{to}}',
  },
}
