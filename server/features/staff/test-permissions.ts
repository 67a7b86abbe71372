import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { staffCreatorsRow, staffEditorsRow, staffReadersRow } from '#test/permissions/permission-rows.ts'
import {
  countsOne,
  isAnswered,
  isRecordFound,
  namesEmployeeId,
  requestByEmployee,
  staffSearchRequests,
} from '#test/permissions/probe-requests.ts'
import type { ProbeTarget } from '#test/permissions/world.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /staff': staffReadersRow,
    'GET /staff/count': staffReadersRow,
    'GET /staff/export': staffReadersRow,
    'GET /staff/options': staffReadersRow,
    'GET /staff/:employeeId': staffReadersRow,
    'POST /staff': staffCreatorsRow,
    'PATCH /staff/:employeeId': staffEditorsRow,
    'POST /staff/:employeeId/secrets': staffEditorsRow,
    'POST /staff/:employeeId/moves': staffEditorsRow,
    'DELETE /staff/:employeeId/moves/:moveId': staffCreatorsRow,
    'POST /staff/:employeeId/termination': staffEditorsRow,
    'DELETE /staff/:employeeId/termination': staffEditorsRow,
  },
  probes: {
    'GET /staff': { ask: staffSearchRequests, shows: namesEmployeeId },
    'GET /staff/count': { ask: [({ employee }) => ({ query: { search: employee.cvl } })], shows: countsOne },
    'GET /staff/export': {
      ask: staffSearchRequests.map((ask) => (target: ProbeTarget) => ({
        query: { ...ask(target).query, format: 'csv' },
      })),
      shows: namesEmployeeId,
    },
    'GET /staff/options': { ask: [() => ({})], shows: namesEmployeeId },
    'GET /staff/:employeeId': { ask: [requestByEmployee], shows: namesEmployeeId },
    'PATCH /staff/:employeeId': {
      ask: [(target) => ({ ...requestByEmployee(target), body: { version: 1 } })],
      shows: isAnswered,
    },
    'POST /staff/:employeeId/secrets': { ask: [requestByEmployee], shows: isAnswered },
    'POST /staff/:employeeId/moves': {
      ask: [
        (target) => ({
          ...requestByEmployee(target),
          body: { fromId: null, supervisorId: null, effectiveOn: '2000-01-01', reason: null },
        }),
      ],
      shows: isRecordFound,
    },
    'POST /staff/:employeeId/termination': {
      ask: [
        (target) => ({ ...requestByEmployee(target), body: { version: 1, lastDay: '2000-01-01', reason: 'a test' } }),
      ],
      shows: isRecordFound,
    },
    'DELETE /staff/:employeeId/termination': { ask: [requestByEmployee], shows: isRecordFound },
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
