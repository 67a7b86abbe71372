import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { staffCreatorsRow, staffEditorsRow, staffReadersRow } from '#test/permissions/permission-rows.ts'
import {
  hasSingleTotal,
  isAnswered,
  isRecordFound,
  mentionsEmployeeId,
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
    'GET /staff': { requests: staffSearchRequests, revealsRecord: mentionsEmployeeId },
    'GET /staff/count': {
      requests: [({ employee }) => ({ query: { search: employee.cvl } })],
      revealsRecord: hasSingleTotal,
    },
    'GET /staff/export': {
      requests: staffSearchRequests.map((ask) => (target: ProbeTarget) => ({
        query: { ...ask(target).query, format: 'csv' },
      })),
      revealsRecord: mentionsEmployeeId,
    },
    'GET /staff/options': { requests: [() => ({})], revealsRecord: mentionsEmployeeId },
    'GET /staff/:employeeId': { requests: [requestByEmployee], revealsRecord: mentionsEmployeeId },
    'PATCH /staff/:employeeId': {
      requests: [(target) => ({ ...requestByEmployee(target), body: { version: 1 } })],
      revealsRecord: isAnswered,
    },
    'POST /staff/:employeeId/secrets': { requests: [requestByEmployee], revealsRecord: isAnswered },
    'POST /staff/:employeeId/moves': {
      requests: [
        (target) => ({
          ...requestByEmployee(target),
          body: { fromId: null, supervisorId: null, effectiveOn: '2000-01-01', reason: null },
        }),
      ],
      revealsRecord: isRecordFound,
    },
    'POST /staff/:employeeId/termination': {
      requests: [
        (target) => ({ ...requestByEmployee(target), body: { version: 1, lastDay: '2000-01-01', reason: 'a test' } }),
      ],
      revealsRecord: isRecordFound,
    },
    'DELETE /staff/:employeeId/termination': { requests: [requestByEmployee], revealsRecord: isRecordFound },
  },
  notProbed: {
    'POST /staff':
      'whom somebody new is put under is looked for among those whom the caller may see: the test of staff asks',
    'DELETE /staff/:employeeId/moves/:moveId': 'the move is looked for at the employee: the test of staff asks',
  },
  screenRecords: {
    employeeId: { sql: 'select manager_id as id from client_list group by 1 order by count(*) desc limit 1' },
  },
  screens: {
    '/crm/RRHH': 'x x - - - - - - x -',
    '/crm/RRHH/nuevo': 'x - - - - - - - x -',
    '/crm/RRHH/:employeeId': 'x x - - - - - - x -',
    '/crm/RRHH/:employeeId/editar': 'x - - - - - - - x -',
  },
  screenCalls: {
    '/crm/RRHH': ['/staff/count', '/staff', '/staff/options'],
    '/crm/RRHH/nuevo': ['/staff/options', '/me/drafts/staff/new'],
    '/crm/RRHH/:employeeId': ['/staff/:id', '/audit/records/employee/:id'],
    '/crm/RRHH/:employeeId/editar': ['/staff/:id', '/staff/options', '/me/drafts/staff/:id'],
  },
}
