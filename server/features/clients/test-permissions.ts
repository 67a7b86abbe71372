import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import {
  answered,
  byAccount,
  counted,
  named,
  rows,
  searches,
  statementDays,
  withFormat,
} from '#test/permissions/probe-words.ts'
import { clientExports, clients } from '#test/permissions/row-words.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /clients': clients,
    'GET /clients/count': clients,
    'GET /clients/search': clients,
    'GET /clients/filter-options': clients,
    'GET /clients/:clientId': clients,
    'GET /clients/:clientId/accounts/:accountId': clients,
    'GET /clients/:clientId/accounts/:accountId/interest': clients,
    'GET /clients/:clientId/accounts/:accountId/movements': clients,
    'GET /clients/:clientId/accounts/:accountId/movements/count': clients,
    'GET /clients/export': clientExports,
    'GET /clients/:clientId/accounts/:accountId/movements/export': clientExports,
    'GET /clients/:clientId/accounts/:accountId/statement/pdf': clientExports,
    'GET /statements': clientExports,
    'GET /statements/count': clientExports,
  },
  probes: {
    'GET /clients': { ask: searches, shows: named },
    'GET /clients/count': { ask: searches, shows: counted },
    'GET /clients/search': {
      ask: [({ client }) => ({ query: { q: client.name } }), ({ client }) => ({ query: { q: client.cvl } })],
      shows: named,
    },
    'GET /clients/filter-options': {
      ask: [() => ({})],
      shows: (told, { employee }) => told.status === 200 && told.body.includes(`"${employee.cvl}"`),
    },
    'GET /clients/:clientId': { ask: [({ client }) => ({ params: { clientId: client.id } })], shows: named },
    'GET /clients/:clientId/accounts/:accountId': { ask: [byAccount], shows: answered },
    'GET /clients/:clientId/accounts/:accountId/interest': { ask: [byAccount], shows: answered },
    'GET /clients/:clientId/accounts/:accountId/movements': { ask: [byAccount], shows: rows },
    'GET /clients/:clientId/accounts/:accountId/movements/count': { ask: [byAccount], shows: counted },
    'GET /clients/export': { ask: withFormat, shows: named },
    'GET /clients/:clientId/accounts/:accountId/movements/export': {
      ask: [(target) => ({ ...byAccount(target), query: { format: 'csv' } })],
      shows: answered,
    },
    'GET /clients/:clientId/accounts/:accountId/statement/pdf': { ask: [byAccount], shows: answered },
    'GET /statements': {
      ask: [({ employee }) => ({ query: { ...statementDays, manager: employee.id } })],
      shows: answered,
    },
    'GET /statements/count': {
      ask: [({ employee }) => ({ query: { ...statementDays, manager: employee.id } })],
      shows: (told) => told.json().documents === 1,
    },
  },
  screens: {
    '/clientes': 'x x x x x x x x - -',
    '/clientes/:clientId': 'x x x x x x x x - -',
    '/clientes/:clientId/cuentas/:accountId': 'x x x x x x x x - -',
  },
}
