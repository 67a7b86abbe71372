import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { hasRows, hasSingleTotal } from '#test/permissions/probe-requests.ts'
import type { ProbeTarget } from '#test/permissions/world.ts'

const readersRow = 'all all team own own own own all - -'
/** The contact of each member of staff is called by the name of their client. Clients keep to a right of their own: the feature's tests hold that. */
const ask = ({ client }: ProbeTarget) => ({ query: { search: client.name, kind: 'contact' } })

export const permissions: FeaturePermissions = {
  belongsToStaff: true,
  rows: {
    'GET /agenda/search': readersRow,
    'GET /agenda/search/count': readersRow,
    'GET /agenda/search/export': 'all all team own - - own - - -',
  },
  probes: {
    'GET /agenda/search': { requests: [ask], revealsRecord: hasRows },
    'GET /agenda/search/count': { requests: [ask], revealsRecord: hasSingleTotal },
    'GET /agenda/search/export': {
      requests: [(target) => ({ query: { ...ask(target).query, format: 'csv' } })],
      revealsRecord: (answer, { client }) => answer.status === 200 && answer.body.includes(client.name),
    },
  },
  screens: { '/crm/AgendaComercial/buscar': 'x x x x x x x x - -' },
  screenCalls: {
    '/crm/AgendaComercial/buscar': ['/agenda/search/count', '/agenda/search', '/contacts/options'],
  },
}
