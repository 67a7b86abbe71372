import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { clientExportersRow, clientReadersRow } from '#test/permissions/permission-rows.ts'
import {
  clientExportRequests,
  clientSearchRequests,
  hasRows,
  hasSingleTotal,
  isAnswered,
  mentionsClient,
  requestByAccount,
  statementDays,
} from '#test/permissions/probe-requests.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /clients': clientReadersRow,
    'GET /clients/count': clientReadersRow,
    'GET /clients/search': clientReadersRow,
    'POST /clients/selection': clientReadersRow,
    'GET /clients/filter-options': clientReadersRow,
    'GET /clients/:clientId': clientReadersRow,
    'GET /clients/:clientId/capital-trend': clientReadersRow,
    'GET /clients/:clientId/accounts/:accountId': clientReadersRow,
    'GET /clients/:clientId/accounts/:accountId/verdicts': clientReadersRow,
    'GET /clients/:clientId/accounts/:accountId/interest': clientReadersRow,
    'GET /clients/:clientId/accounts/:accountId/movements': clientReadersRow,
    'GET /clients/:clientId/accounts/:accountId/movements/count': clientReadersRow,
    'POST /clients/selection/export': clientExportersRow,
    'GET /clients/export': clientExportersRow,
    'GET /clients/:clientId/accounts/:accountId/movements/export': clientExportersRow,
    'GET /clients/:clientId/accounts/:accountId/statement/pdf': clientExportersRow,
    'GET /statements': clientExportersRow,
    'GET /statements/count': clientExportersRow,
  },
  probes: {
    'GET /clients': { requests: clientSearchRequests, revealsRecord: mentionsClient },
    'GET /clients/count': { requests: clientSearchRequests, revealsRecord: hasSingleTotal },
    'GET /clients/search': {
      requests: [({ client }) => ({ query: { q: client.name } }), ({ client }) => ({ query: { q: client.cvl } })],
      revealsRecord: mentionsClient,
    },
    'POST /clients/selection': {
      requests: [
        ({ client }) => ({ body: { choice: { by: 'clients', clientIds: [client.id] } } }),
        ({ client }) => ({ body: { choice: { by: 'filter', filter: { cvl: client.cvl } } } }),
      ],
      revealsRecord: hasRows,
    },
    'GET /clients/filter-options': {
      requests: [() => ({})],
      revealsRecord: (answer, { employee }) => answer.status === 200 && answer.body.includes(`"${employee.cvl}"`),
    },
    'GET /clients/:clientId': {
      requests: [({ client }) => ({ params: { clientId: client.id } })],
      revealsRecord: mentionsClient,
    },
    'GET /clients/:clientId/capital-trend': {
      requests: [({ client }) => ({ params: { clientId: client.id } })],
      revealsRecord: isAnswered,
    },
    'GET /clients/:clientId/accounts/:accountId': { requests: [requestByAccount], revealsRecord: isAnswered },
    'GET /clients/:clientId/accounts/:accountId/verdicts': { requests: [requestByAccount], revealsRecord: isAnswered },
    'GET /clients/:clientId/accounts/:accountId/interest': { requests: [requestByAccount], revealsRecord: isAnswered },
    'GET /clients/:clientId/accounts/:accountId/movements': { requests: [requestByAccount], revealsRecord: hasRows },
    'GET /clients/:clientId/accounts/:accountId/movements/count': {
      requests: [requestByAccount],
      revealsRecord: hasSingleTotal,
    },
    'POST /clients/selection/export': {
      requests: [({ client }) => ({ query: { format: 'csv' }, body: { clientIds: [client.id] } })],
      revealsRecord: mentionsClient,
    },
    'GET /clients/export': { requests: clientExportRequests, revealsRecord: mentionsClient },
    'GET /clients/:clientId/accounts/:accountId/movements/export': {
      requests: [(target) => ({ ...requestByAccount(target), query: { format: 'csv' } })],
      revealsRecord: isAnswered,
    },
    'GET /clients/:clientId/accounts/:accountId/statement/pdf': {
      requests: [requestByAccount],
      revealsRecord: isAnswered,
    },
    'GET /statements': {
      requests: [({ employee }) => ({ query: { ...statementDays, manager: employee.id } })],
      revealsRecord: isAnswered,
    },
    'GET /statements/count': {
      requests: [({ employee }) => ({ query: { ...statementDays, manager: employee.id } })],
      revealsRecord: (answer) => answer.json().documents === 1,
    },
  },
  screenRecords: {
    accountId: {
      sql: `select a.id from account a join account_balance b on b.account_id = a.id where status = 'active' order by b.principal desc limit 1`,
    },
    clientId: { sql: 'select client_id as id from account where id = $1', given: ['accountId'] },
  },
  screens: {
    '/clientes': 'x x x x x x x x - -',
    '/clientes/:clientId': 'x x x x x x x x - -',
    '/clientes/:clientId/cuentas/:accountId': 'x x x x x x x x - -',
  },
  screenCalls: {
    '/clientes': ['/clients/count', '/clients', '/clients/filter-options'],
    '/clientes/:clientId': [
      '/clients/:id + /clients/:id/bank-accounts + /clients/:id/capital-trend + /clients/:id/withholding + /clients/:id/timeline + /clients/:id/merges + /clients/:id/relations + /clients/:id/presentations + /clients/:id/consents + /clients/:id/info-form + /audit/records/client/:id + /notices + /approvals/client-count + /follow-ups + /meetings + /calls',
      '/records/client/:id',
      '/me/drafts/comment.client.:id + /records/client/:id/comments',
    ],
    '/clientes/:clientId/cuentas/:accountId': [
      '/clients/:id/accounts/:id + /clients/:id/accounts/:id/movements + /clients/:id/accounts/:id/movements/count + /payments + /contributions + /cancellations + /clients/:id/accounts/:id/interest + /clients/:id/accounts/:id/beneficiaries + /audit/records/account/:id',
      '/records/account/:id',
      '/me/drafts/comment.account.:id + /records/account/:id/comments',
    ],
  },
}
