import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { hasRows, hasSingleTotal } from '#test/permissions/probe-requests.ts'
import type { ProbeTarget } from '#test/permissions/world.ts'

const readersRow = 'all all team own own own own all - -'
const ask = ({ contactId }: ProbeTarget) => ({ query: { contact: contactId } })

export const permissions: FeaturePermissions = {
  belongsToStaff: true,
  rows: {
    'GET /reviews': readersRow,
    'GET /reviews/count': readersRow,
    'GET /reviews/export': 'all all team own - - own - - -',
    'GET /reviews/cadence': '* * * * * * * * - -',
    'PUT /reviews/cadence': '* - - - - - - - - -',
  },
  probes: {
    'GET /reviews': { requests: [ask], revealsRecord: hasRows },
    'GET /reviews/count': { requests: [ask], revealsRecord: hasSingleTotal },
    'GET /reviews/export': {
      requests: [(target) => ({ query: { ...ask(target).query, format: 'csv' } })],
      revealsRecord: (answer, { client }) => answer.status === 200 && answer.body.includes(client.name),
    },
  },
  screens: { '/crm/AgendaComercial/revisiones': 'x x x x x x x x - -' },
  screenCalls: {
    '/crm/AgendaComercial/revisiones': ['/reviews/count', '/reviews'],
  },
  settingsWrites: {
    'PUT /reviews/cadence': 'only days for new reviews to come, which decide about nothing',
  },
}
