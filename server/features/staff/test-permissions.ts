import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { answered, byEmployee, counted, found, namedPerson, staffSearches } from '#test/permissions/probe-words.ts'
import { staffEditors, staffMakers, staffReaders } from '#test/permissions/row-words.ts'
import type { Target } from '#test/permissions/world.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /staff': staffReaders,
    'GET /staff/count': staffReaders,
    'GET /staff/export': staffReaders,
    'GET /staff/options': staffReaders,
    'GET /staff/:employeeId': staffReaders,
    'POST /staff': staffMakers,
    'PATCH /staff/:employeeId': staffEditors,
    'POST /staff/:employeeId/secrets': staffEditors,
    'POST /staff/:employeeId/moves': staffEditors,
    'DELETE /staff/:employeeId/moves/:moveId': staffMakers,
    'POST /staff/:employeeId/termination': staffEditors,
    'DELETE /staff/:employeeId/termination': staffEditors,
  },
  probes: {
    'GET /staff': { ask: staffSearches, shows: namedPerson },
    'GET /staff/count': { ask: [({ employee }) => ({ query: { search: employee.cvl } })], shows: counted },
    'GET /staff/export': {
      ask: staffSearches.map((ask) => (target: Target) => ({ query: { ...ask(target).query, format: 'csv' } })),
      shows: namedPerson,
    },
    'GET /staff/options': { ask: [() => ({})], shows: namedPerson },
    'GET /staff/:employeeId': { ask: [byEmployee], shows: namedPerson },
    'PATCH /staff/:employeeId': {
      ask: [(target) => ({ ...byEmployee(target), body: { version: 1 } })],
      shows: answered,
    },
    'POST /staff/:employeeId/secrets': { ask: [byEmployee], shows: answered },
    'POST /staff/:employeeId/moves': {
      ask: [
        (target) => ({
          ...byEmployee(target),
          body: { fromId: null, supervisorId: null, effectiveOn: '2000-01-01', reason: null },
        }),
      ],
      shows: found,
    },
    'POST /staff/:employeeId/termination': {
      ask: [(target) => ({ ...byEmployee(target), body: { version: 1, lastDay: '2000-01-01', reason: 'a test' } })],
      shows: found,
    },
    'DELETE /staff/:employeeId/termination': { ask: [byEmployee], shows: found },
  },
  notProbed: {
    'POST /staff':
      'whom somebody new is put under is looked for among those whom the caller may see: the test of staff asks',
    'DELETE /staff/:employeeId/moves/:moveId': 'the move is looked for at the employee: the test of staff asks',
  },
  screens: {
    '/crm/RRHH': 'x x - - - - - - x -',
    '/crm/RRHH/nuevo': 'x - - - - - - - x -',
    '/crm/RRHH/:employeeId': 'x x - - - - - - x -',
    '/crm/RRHH/:employeeId/editar': 'x - - - - - - - x -',
  },
}
