import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { hasRows, hasSingleTotal, isAnswered, isVersionConflict, type Probe } from '#test/permissions/probe-requests.ts'
import type { ProbeTarget } from '#test/permissions/world.ts'

const readersRow = 'all all team own own own own all - -'
const exportersRow = 'all all team own - - own - - -'
const editorsRow = 'all - team own own own own - - -'

const requests = [
  ({ contactId }: ProbeTarget) => ({ query: { contact: contactId, state: 'scheduled' } }),
  ({ employee }: ProbeTarget) => ({ query: { owner: employee.id, state: 'scheduled' } }),
]
const times = { startsAt: '2026-06-20T10:00', endsAt: '2026-06-20T11:00' }
const fields = {
  ...times,
  subject: 'Una prueba',
  stage: null,
  place: '',
  link: '',
  note: '',
  attendees: [],
  invites: false,
}
/** Seen as it never was: whether the meeting was seen shows in what is refused. */
const buildWriteProbe = (toBody: (target: ProbeTarget) => object): Probe => ({
  requests: [(target) => ({ params: { meetingId: target.meetingId }, body: { version: 99, ...toBody(target) } })],
  revealsRecord: isVersionConflict,
})

export const permissions: FeaturePermissions = {
  belongsToStaff: true,
  rows: {
    'GET /meetings': readersRow,
    'GET /meetings/count': readersRow,
    'GET /meetings/export': exportersRow,
    'GET /meetings/:meetingId': readersRow,
    'GET /meetings/colleagues': '* * * * * * * * - -',
    'GET /agenda': readersRow,
    'GET /public/agenda/:token/agenda.ics': '* * * * * * * * * *',
    'GET /agenda/slots': '* * * * * * * * - -',
    'GET /agenda/feed': '* * * * * * * * - -',
    'POST /agenda/feed': '* * * * * * * * - -',
    'DELETE /agenda/feed': '* * * * * * * * - -',
    'POST /meetings': editorsRow,
    'PATCH /meetings/:meetingId': editorsRow,
    'PUT /meetings/:meetingId/time': editorsRow,
    'PUT /meetings/:meetingId/state': editorsRow,
  },
  probes: {
    'GET /meetings': { requests, revealsRecord: hasRows },
    'GET /meetings/count': { requests, revealsRecord: hasSingleTotal },
    'GET /meetings/export': {
      requests: requests.map((ask) => (target: ProbeTarget) => ({ query: { ...ask(target).query, format: 'csv' } })),
      revealsRecord: (answer, { client }) => answer.status === 200 && answer.body.includes(client.name),
    },
    'GET /meetings/:meetingId': {
      requests: [({ meetingId }) => ({ params: { meetingId } })],
      revealsRecord: isAnswered,
    },
    'GET /agenda': {
      requests: [({ employee }) => ({ query: { from: '2026-06-15', days: 7, owner: employee.id } })],
      revealsRecord: (answer) => ((answer.json().meetings as unknown[] | undefined) ?? []).length > 0,
    },
    'POST /meetings': {
      // Of an owner who is nobody: whoever sees the contact is told so, and nothing is noted.
      requests: [({ contactId }) => ({ body: { ...fields, contactId, clientId: null, ownerId: '999999999999999' } })],
      revealsRecord: (answer) => 'ownerId' in ((answer.json().fields as object | undefined) ?? {}),
    },
    'PATCH /meetings/:meetingId': buildWriteProbe(({ employee }) => ({ ...fields, ownerId: employee.id })),
    'PUT /meetings/:meetingId/time': buildWriteProbe(() => times),
    'PUT /meetings/:meetingId/state': buildWriteProbe(() => ({ state: 'canceled', result: 'Una prueba' })),
  },
  notProbed: { 'GET /public/agenda/:token/agenda.ics': 'the secret of an address, not an id' },
  screens: {
    '/crm/AgendaComercial': 'x x x x x x x x - -',
    '/crm/AgendaComercial/reuniones': 'x x x x x x x x - -',
    '/crm/AgendaComercial/reuniones/:meetingId': 'x x x x x x x x - -',
  },
  screenCalls: {
    '/crm/AgendaComercial': ['/agenda', '/agenda/google', '/contacts/options'],
    '/crm/AgendaComercial/reuniones': ['/meetings/count', '/meetings', '/contacts/options'],
    '/crm/AgendaComercial/reuniones/:meetingId': ['/meetings/:id'],
  },
  screenRecords: {
    meetingId: { sql: `select id from dino.meeting where state = 'scheduled' order by id limit 1` },
  },
}
