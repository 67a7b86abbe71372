export default {
  title: 'Search the agenda',
  count_one: '{{total}} result',
  count_many: '{{total}} results',
  count_other: '{{total}} results',
  empty: 'Nothing with that name, phone, e-mail or text.',
  emptyHint: 'Try fewer letters, or remove filters.',
  start: 'Type a name, a phone, an e-mail or a subject.',
  startHint:
    'You will see clients and contacts with their calls, meetings and follow-ups, and whatever has that subject, reason or feedback.',
  cut: {
    clients:
      'The text names more than {{limit}} clients: {{limit}} of them are shown. Type more to see whom you look for.',
    contacts:
      'The text names more than {{limit}} contacts: {{limit}} of them are shown. Type more to see whom you look for.',
    both: 'The text names more than {{limit}} clients and more than {{limit}} contacts: {{limit}} of each are shown. Type more to see whom you look for.',
  },
  wordsCut:
    'Many calls, meetings or follow-ups have that text: the latest are shown. Type more to see the one you look for.',
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
  actions: { agendaSearch_exported: 'Exports the search of the agenda' },
}
