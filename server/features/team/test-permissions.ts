import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { answered, byEmployee, carded } from '#test/permissions/probe-words.ts'
import { teams } from '#test/permissions/row-words.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /team': teams,
    'GET /team/people': teams,
    'GET /team/export': teams,
    'GET /team/:employeeId/captation': teams,
    'GET /team/:employeeId/captation/count': teams,
    'GET /team/:employeeId/captation/export': teams,
  },
  probes: {
    'GET /team': { ask: [({ employee }) => ({ query: { of: employee.id } })], shows: carded },
    'GET /team/people': { ask: [() => ({})], shows: carded },
    'GET /team/export': {
      ask: [({ employee }) => ({ query: { of: employee.id, format: 'csv' } })],
      shows: carded,
    },
    'GET /team/:employeeId/captation': { ask: [byEmployee], shows: answered },
    'GET /team/:employeeId/captation/count': { ask: [byEmployee], shows: answered },
    'GET /team/:employeeId/captation/export': {
      ask: [(target) => ({ ...byEmployee(target), query: { format: 'csv' } })],
      shows: answered,
    },
  },
  screens: {
    '/crm/TuEquipo': 'x x x x - - x - - -',
    '/crm/TuEquipo/:employeeId/captacion': 'x x x x - - x - - -',
  },
}
