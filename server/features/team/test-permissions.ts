import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { teamReadersRow } from '#test/permissions/permission-rows.ts'
import { isAnswered, namesEmployee, requestByEmployee } from '#test/permissions/probe-requests.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /team': teamReadersRow,
    'GET /team/people': teamReadersRow,
    'GET /team/export': teamReadersRow,
    'GET /team/:employeeId/captation': teamReadersRow,
    'GET /team/:employeeId/captation/count': teamReadersRow,
    'GET /team/:employeeId/captation/export': teamReadersRow,
  },
  probes: {
    'GET /team': { ask: [({ employee }) => ({ query: { of: employee.id } })], shows: namesEmployee },
    'GET /team/people': { ask: [() => ({})], shows: namesEmployee },
    'GET /team/export': {
      ask: [({ employee }) => ({ query: { of: employee.id, format: 'csv' } })],
      shows: namesEmployee,
    },
    'GET /team/:employeeId/captation': { ask: [requestByEmployee], shows: isAnswered },
    'GET /team/:employeeId/captation/count': { ask: [requestByEmployee], shows: isAnswered },
    'GET /team/:employeeId/captation/export': {
      ask: [(target) => ({ ...requestByEmployee(target), query: { format: 'csv' } })],
      shows: isAnswered,
    },
  },
  screens: {
    '/crm/TuEquipo': 'x x x x - - x - - -',
    '/crm/TuEquipo/:employeeId/captacion': 'x x x x - - x - - -',
  },
}
