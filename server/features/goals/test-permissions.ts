import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { adminOnlyRow } from '#test/permissions/permission-rows.ts'
import { hasRows, hasSingleTotal, isAnswered, isVersionConflict, type Probe } from '#test/permissions/probe-requests.ts'
import type { ProbeTarget } from '#test/permissions/world.ts'

const readersRow = 'all all team own own - own - - -'
const exportersRow = 'all all team - - - - - - -'
const findByCvl = ({ employee }: ProbeTarget) => ({ query: { search: employee.cvl } })
const goal = { year: 2026, kind: 'individual', version: 99 } as const
/** Of a version that never was: whether the member of staff was seen shows in what is refused, of oneself in another word. */
const buildWriteProbe = (toRequest: object): Probe => ({
  requests: [({ employee }) => ({ params: { employeeId: employee.id }, ...toRequest })],
  revealsRecord: (answer) => isVersionConflict(answer) || answer.json().code === 'goal.own',
})

export const permissions: FeaturePermissions = {
  belongsToStaff: true,
  rows: {
    'GET /goals': readersRow,
    'GET /goals/count': readersRow,
    'GET /goals/export': exportersRow,
    'GET /goals/rules': '* * * * * - * - - -',
    'PUT /goals/rules': adminOnlyRow,
    'POST /goals/copy': '* * * - - - - - - -',
    'GET /goals/:employeeId': readersRow,
    'PUT /goals/:employeeId': exportersRow,
    'DELETE /goals/:employeeId': exportersRow,
  },
  probes: {
    'GET /goals': { requests: [findByCvl], revealsRecord: hasRows },
    'GET /goals/count': { requests: [findByCvl], revealsRecord: hasSingleTotal },
    'GET /goals/export': {
      requests: [(target) => ({ query: { ...findByCvl(target).query, format: 'csv' } })],
      revealsRecord: (answer, { employee }) => answer.status === 200 && answer.body.includes(employee.cvl),
    },
    'GET /goals/:employeeId': {
      requests: [({ employee }) => ({ params: { employeeId: employee.id } })],
      revealsRecord: isAnswered,
    },
    'PUT /goals/:employeeId': buildWriteProbe({ body: { ...goal, amount: '1200.00', months: null } }),
    'DELETE /goals/:employeeId': buildWriteProbe({ query: goal }),
  },
  screens: {
    '/crm/Objetivos': 'x x x x x - x - - -',
    '/crm/Objetivos/:employeeId': 'x x x x x - x - - -',
  },
  screenCalls: {
    '/crm/Objetivos': ['/goals/count', '/goals'],
    '/crm/Objetivos/:employeeId': ['/goals/:id', '/audit/records/goal/:id'],
  },
  settingsWrites: {
    'PUT /goals/rules': 'how goals are measured and shown, which moves no money and gives no right',
  },
}
