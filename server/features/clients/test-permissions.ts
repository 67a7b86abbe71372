import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { clientExportersRow, clientReadersRow } from '#test/permissions/permission-rows.ts'
import {
  clientExportRequests,
  clientSearchRequests,
  countsOne,
  hasRows,
  isAnswered,
  namesClient,
  requestByAccount,
  statementDays,
} from '#test/permissions/probe-requests.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /clients': clientReadersRow,
    'GET /clients/count': clientReadersRow,
    'GET /clients/search': clientReadersRow,
    'GET /clients/filter-options': clientReadersRow,
    'GET /clients/:clientId': clientReadersRow,
    'GET /clients/:clientId/accounts/:accountId': clientReadersRow,
    'GET /clients/:clientId/accounts/:accountId/interest': clientReadersRow,
    'GET /clients/:clientId/accounts/:accountId/movements': clientReadersRow,
    'GET /clients/:clientId/accounts/:accountId/movements/count': clientReadersRow,
    'GET /clients/export': clientExportersRow,
    'GET /clients/:clientId/accounts/:accountId/movements/export': clientExportersRow,
    'GET /clients/:clientId/accounts/:accountId/statement/pdf': clientExportersRow,
    'GET /statements': clientExportersRow,
    'GET /statements/count': clientExportersRow,
  },
  probes: {
    'GET /clients': { ask: clientSearchRequests, shows: namesClient },
    'GET /clients/count': { ask: clientSearchRequests, shows: countsOne },
    'GET /clients/search': {
      ask: [({ client }) => ({ query: { q: client.name } }), ({ client }) => ({ query: { q: client.cvl } })],
      shows: namesClient,
    },
    'GET /clients/filter-options': {
      ask: [() => ({})],
      shows: (answer, { employee }) => answer.status === 200 && answer.body.includes(`"${employee.cvl}"`),
    },
    'GET /clients/:clientId': { ask: [({ client }) => ({ params: { clientId: client.id } })], shows: namesClient },
    'GET /clients/:clientId/accounts/:accountId': { ask: [requestByAccount], shows: isAnswered },
    'GET /clients/:clientId/accounts/:accountId/interest': { ask: [requestByAccount], shows: isAnswered },
    'GET /clients/:clientId/accounts/:accountId/movements': { ask: [requestByAccount], shows: hasRows },
    'GET /clients/:clientId/accounts/:accountId/movements/count': { ask: [requestByAccount], shows: countsOne },
    'GET /clients/export': { ask: clientExportRequests, shows: namesClient },
    'GET /clients/:clientId/accounts/:accountId/movements/export': {
      ask: [(target) => ({ ...requestByAccount(target), query: { format: 'csv' } })],
      shows: isAnswered,
    },
    'GET /clients/:clientId/accounts/:accountId/statement/pdf': { ask: [requestByAccount], shows: isAnswered },
    'GET /statements': {
      ask: [({ employee }) => ({ query: { ...statementDays, manager: employee.id } })],
      shows: isAnswered,
    },
    'GET /statements/count': {
      ask: [({ employee }) => ({ query: { ...statementDays, manager: employee.id } })],
      shows: (answer) => answer.json().documents === 1,
    },
  },
  screens: {
    '/clientes': 'x x x x x x x x - -',
    '/clientes/:clientId': 'x x x x x x x x - -',
    '/clientes/:clientId/cuentas/:accountId': 'x x x x x x x x - -',
  },
}
