import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { hasRows, hasSingleTotal, isAnswered, isVersionConflict, type Probe } from '#test/permissions/probe-requests.ts'
import type { ProbeTarget } from '#test/permissions/world.ts'

const readersRow = 'all all team own own own own all - -'
const exportersRow = 'all all team own - - own - - -'
const editorsRow = 'all - team own own own own - - -'

const requests = [
  ({ contactId }: ProbeTarget) => ({ query: { contact: contactId } }),
  ({ employee }: ProbeTarget) => ({ query: { owner: employee.id } }),
]
const fields = { subject: 'Una prueba', note: '', dueOn: '2026-06-20', priority: 'normal', amount: null }
/** Seen as it never was: whether the follow-up was seen shows in what is refused. */
const buildWriteProbe = (toBody: (target: ProbeTarget) => object): Probe => ({
  requests: [(target) => ({ params: { followUpId: target.followUpId }, body: { version: 99, ...toBody(target) } })],
  revealsRecord: isVersionConflict,
})

export const permissions: FeaturePermissions = {
  belongsToStaff: true,
  rows: {
    'GET /follow-ups': readersRow,
    'GET /follow-ups/count': readersRow,
    'GET /follow-ups/export': exportersRow,
    'GET /follow-ups/:followUpId': readersRow,
    'POST /follow-ups': editorsRow,
    'PATCH /follow-ups/:followUpId': editorsRow,
    'PUT /follow-ups/:followUpId/state': editorsRow,
  },
  probes: {
    'GET /follow-ups': { requests, revealsRecord: hasRows },
    'GET /follow-ups/count': { requests, revealsRecord: hasSingleTotal },
    'GET /follow-ups/export': {
      requests: requests.map((ask) => (target: ProbeTarget) => ({ query: { ...ask(target).query, format: 'csv' } })),
      revealsRecord: (answer, { client }) => answer.status === 200 && answer.body.includes(client.name),
    },
    'GET /follow-ups/:followUpId': {
      requests: [({ followUpId }) => ({ params: { followUpId } })],
      revealsRecord: isAnswered,
    },
    'POST /follow-ups': {
      // Of an owner who is nobody: whoever sees the contact is told so, and nothing is noted.
      requests: [({ contactId }) => ({ body: { ...fields, contactId, clientId: null, ownerId: '999999999999999' } })],
      revealsRecord: (answer) => 'ownerId' in ((answer.json().fields as object | undefined) ?? {}),
    },
    'PATCH /follow-ups/:followUpId': buildWriteProbe(({ employee }) => ({ ...fields, ownerId: employee.id })),
    'PUT /follow-ups/:followUpId/state': buildWriteProbe(() => ({ state: 'finished', result: '' })),
  },
  screens: {
    '/crm/AgendaComercial/seguimientos': 'x x x x x x x x - -',
    '/crm/AgendaComercial/seguimientos/:followUpId': 'x x x x x x x x - -',
  },
  screenCalls: {
    '/crm/AgendaComercial/seguimientos': ['/follow-ups/count', '/follow-ups', '/contacts/options'],
    '/crm/AgendaComercial/seguimientos/:followUpId': ['/follow-ups/:id'],
  },
  screenRecords: {
    followUpId: { sql: `select id from dino.follow_up where state = 'in_progress' order by id limit 1` },
  },
}
