import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { hasRows, hasSingleTotal, isVersionConflict, type Probe } from '#test/permissions/probe-requests.ts'
import type { ProbeTarget } from '#test/permissions/world.ts'

const readersRow = 'all all team own own own own all - -'
const exportersRow = 'all all team own - - own - - -'
const editorsRow = 'all - team own own own own - - -'

const requests = [
  ({ contactId }: ProbeTarget) => ({ query: { contact: contactId } }),
  ({ employee }: ProbeTarget) => ({ query: { owner: employee.id } }),
]
const fields = {
  calledOn: '2026-06-15',
  calledTime: null,
  reason: 'other',
  outcome: 'reached',
  feedback: '',
  observations: '',
  durationMinutes: 0,
  attempts: 1,
}
/** Seen as it never was: whether the call was seen shows in what is refused. */
const buildWriteProbe = (body: object): Probe => ({
  requests: [({ callId }) => ({ params: { callId }, body: { version: 99, ...body } })],
  revealsRecord: isVersionConflict,
})

export const permissions: FeaturePermissions = {
  belongsToStaff: true,
  rows: {
    'GET /calls': readersRow,
    'GET /calls/count': readersRow,
    'GET /calls/export': exportersRow,
    'POST /calls': editorsRow,
    'PATCH /calls/:callId': editorsRow,
    'PUT /calls/:callId/active': editorsRow,
  },
  probes: {
    'GET /calls': { requests, revealsRecord: hasRows },
    'GET /calls/count': { requests, revealsRecord: hasSingleTotal },
    'GET /calls/export': {
      requests: requests.map((ask) => (target: ProbeTarget) => ({ query: { ...ask(target).query, format: 'csv' } })),
      revealsRecord: (answer, { client }) => answer.status === 200 && answer.body.includes(client.name),
    },
    'POST /calls': {
      // Of tomorrow: whoever sees the contact is told so, and nothing is noted.
      requests: [({ contactId }) => ({ body: { ...fields, contactId, clientId: null, calledOn: '2026-06-16' } })],
      revealsRecord: (answer) => 'calledOn' in ((answer.json().fields as object | undefined) ?? {}),
    },
    'PATCH /calls/:callId': buildWriteProbe(fields),
    'PUT /calls/:callId/active': buildWriteProbe({ isActive: false }),
  },
  screens: { '/crm/AgendaComercial/llamadas': 'x x x x x x x x - -' },
  screenCalls: {
    '/crm/AgendaComercial/llamadas': ['/calls/count', '/calls', '/contacts/options'],
  },
}
