import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { cancellationReadersRow, clientExportersRow, openingMakersRow } from '#test/permissions/permission-rows.ts'
import {
  hasSingleTotal,
  isAnswered,
  isCancellationOver,
  mentionsClient,
  requestByAccount,
  requestByQuote,
  requestsByName,
} from '#test/permissions/probe-requests.ts'
import type { ProbeTarget } from '#test/permissions/world.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /cancellations': cancellationReadersRow,
    'GET /cancellations/count': cancellationReadersRow,
    'GET /cancellations/export': clientExportersRow,
    'GET /cancellations/options': cancellationReadersRow,
    'GET /cancellations/retention': cancellationReadersRow,
    'GET /cancellations/:quoteId': cancellationReadersRow,
    'GET /cancellations/:quoteId/pdf': clientExportersRow,
    'GET /clients/:clientId/accounts/:accountId/cancellation-estimate': openingMakersRow,
    'POST /clients/:clientId/accounts/:accountId/cancellations': openingMakersRow,
    'POST /cancellations/:quoteId/execution': openingMakersRow,
    'POST /cancellations/:quoteId/retention': openingMakersRow,
  },
  probes: {
    'GET /clients/:clientId/accounts/:accountId/cancellation-estimate': {
      requests: [requestByAccount],
      revealsRecord: isAnswered,
    },
    'GET /cancellations': { requests: requestsByName, revealsRecord: mentionsClient },
    'GET /cancellations/count': { requests: requestsByName, revealsRecord: hasSingleTotal },
    'GET /cancellations/export': {
      requests: requestsByName.map((ask) => (target: ProbeTarget) => ({
        query: { ...ask(target).query, format: 'csv' },
      })),
      revealsRecord: mentionsClient,
    },
    'GET /cancellations/options': {
      requests: [() => ({})],
      revealsRecord: (answer, { employee }) =>
        answer.status === 200 && (answer.json().managers as { id: string }[]).some(({ id }) => id === employee.id),
    },
    'GET /cancellations/retention': {
      requests: requestsByName,
      revealsRecord: (answer) => answer.status === 200 && answer.json().decided === '100.00',
    },
    'GET /cancellations/:quoteId': { requests: [requestByQuote], revealsRecord: isAnswered },
    'GET /cancellations/:quoteId/pdf': { requests: [requestByQuote], revealsRecord: isAnswered },
    'POST /cancellations/:quoteId/execution': { requests: [requestByQuote], revealsRecord: isCancellationOver },
    'POST /cancellations/:quoteId/retention': {
      requests: [(target) => ({ ...requestByQuote(target), body: { offer: 'call', note: 'Una prueba', kept: false } })],
      revealsRecord: isCancellationOver,
    },
    'POST /clients/:clientId/accounts/:accountId/cancellations': {
      requests: [(target) => ({ ...requestByAccount(target), body: { reasonId: '999999999999999', note: null } })],
      revealsRecord: (answer) => 'reasonId' in ((answer.json().fields as object | undefined) ?? {}),
    },
  },
  screenRecords: {
    quoteId: { sql: 'select id from cancellation_quote order by id desc limit 1' },
  },
  screens: {
    '/crm/Cancelaciones': 'x x x x x x x - - -',
    '/crm/Cancelaciones/:quoteId': 'x x x x x x x - - -',
  },
  screenCalls: {
    '/crm/Cancelaciones': [
      '/cancellations/count',
      '/cancellations',
      '/cancellations/retention',
      '/cancellations/options',
    ],
    '/crm/Cancelaciones/:quoteId': ['/cancellations/:id', '/audit/records/cancellation/:id'],
  },
}
