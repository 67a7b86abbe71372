import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { hasRows, hasSingleTotal } from '#test/permissions/probe-requests.ts'
import type { ProbeTarget } from '#test/permissions/world.ts'

const readersRow = 'all all team own own own own - - -'
/** In the month of their call. */
const findByCvl = ({ employee }: ProbeTarget) => ({ query: { search: employee.cvl, period: '2026' } })

export const permissions: FeaturePermissions = {
  belongsToStaff: true,
  rows: {
    'GET /activity-models': readersRow,
    'GET /activity-models/count': readersRow,
    'GET /activity-models/export': 'all all team - - - - - - -',
    'GET /activity-models/positions': '* * * * * * * - - -',
    'PUT /activity-models/positions/:position': '* * - - - - - - - -',
  },
  probes: {
    'GET /activity-models': { requests: [findByCvl], revealsRecord: hasRows },
    'GET /activity-models/count': { requests: [findByCvl], revealsRecord: hasSingleTotal },
    'GET /activity-models/export': {
      requests: [(target) => ({ query: { ...findByCvl(target).query, format: 'csv' } })],
      revealsRecord: (answer, { employee }) => answer.status === 200 && answer.body.includes(employee.cvl),
    },
  },
  screens: { '/crm/Modelo': 'x x x x x x x - - -' },
  screenCalls: {
    '/crm/Modelo': ['/activity-models/count', '/activity-models'],
  },
}
