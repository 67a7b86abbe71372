export default {
  title: 'Search the agenda',
  count_one: '{{total}} result',
  count_many: '{{total}} results',
  count_other: '{{total}} results',
  empty: 'No match for that name, phone, e-mail or text.',
  emptyHint: 'Try fewer letters, or remove filters.',
  start: 'Type a name, a phone, an e-mail or a subject.',
  startHint:
    'You will see clients and contacts with their calls, meetings and follow-ups, and whatever has that subject, reason, feedback, remark or comment.',
  cut: {
    clients: 'More than {{limit}} clients match: {{limit}} are shown. Narrow your search.',
    contacts: 'More than {{limit}} contacts match: {{limit}} are shown. Narrow your search.',
    both: 'More than {{limit}} clients and more than {{limit}} contacts match: {{limit}} of each are shown. Narrow your search.',
  },
  wordsCut: 'Many contacts, calls, meetings or follow-ups have that text: the latest are shown. Narrow your search.',
  search: 'Name, phone, e-mail, CVL or subject',
  fields: {
    person: 'Contact or client',
    kind: 'Kind',
    detail: 'Detail',
    stage: 'Stage',
    day: 'Date',
    from: 'From',
    to: 'To',
    owner: 'Manager',
    cvl: 'CVL',
    reach: 'Scope',
  },
  kinds: { client: 'Client', contact: 'Contact', call: 'Call', meeting: 'Meeting', followUp: 'Follow-up' },
  reaches: { individual: 'Individual', team: 'Team' },
  stages: {
    new: 'New',
    contacted: 'Contacted',
    r1: 'R1',
    r2: 'R2',
    r3: 'R3',
    r4: 'R4',
    won: 'Won',
    lost: 'Lost',
  },
}

/** What lists of all features say of this one. */
export const words = {
  screens: { agendaSearch: 'Search the agenda' },
  actions: { agendaSearch_exported: 'Exports an agenda search' },
}
