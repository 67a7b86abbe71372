import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { teamReadersRow } from '#test/permissions/permission-rows.ts'
import { isAnswered, mentionsEmployee, requestByEmployee } from '#test/permissions/probe-requests.ts'

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
    'GET /team': { requests: [({ employee }) => ({ query: { of: employee.id } })], revealsRecord: mentionsEmployee },
    'GET /team/people': { requests: [() => ({})], revealsRecord: mentionsEmployee },
    'GET /team/export': {
      requests: [({ employee }) => ({ query: { of: employee.id, format: 'csv' } })],
      revealsRecord: mentionsEmployee,
    },
    'GET /team/:employeeId/captation': { requests: [requestByEmployee], revealsRecord: isAnswered },
    'GET /team/:employeeId/captation/count': { requests: [requestByEmployee], revealsRecord: isAnswered },
    'GET /team/:employeeId/captation/export': {
      requests: [(target) => ({ ...requestByEmployee(target), query: { format: 'csv' } })],
      revealsRecord: isAnswered,
    },
  },
  screens: {
    '/crm/TuEquipo': 'x x x x - - x - - -',
    '/crm/TuEquipo/:employeeId/captacion': 'x x x x - - x - - -',
  },
  screenCalls: {
    '/crm/TuEquipo': ['/team', '/team/people'],
    '/crm/TuEquipo/:employeeId/captacion': ['/team/:id/captation/count', '/team/people', '/team/:id/captation'],
  },
}
