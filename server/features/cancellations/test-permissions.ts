import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { cancellationReadersRow, clientExportersRow, openingMakersRow } from '#test/permissions/permission-rows.ts'
import {
  countsOne,
  isAnswered,
  isCancellationOver,
  namesClient,
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
    'GET /clients/:clientId/accounts/:accountId/cancellation-estimate': { ask: [requestByAccount], shows: isAnswered },
    'GET /cancellations': { ask: requestsByName, shows: namesClient },
    'GET /cancellations/count': { ask: requestsByName, shows: countsOne },
    'GET /cancellations/export': {
      ask: requestsByName.map((ask) => (target: ProbeTarget) => ({ query: { ...ask(target).query, format: 'csv' } })),
      shows: namesClient,
    },
    'GET /cancellations/options': {
      ask: [() => ({})],
      shows: (answer, { employee }) =>
        answer.status === 200 && (answer.json().managers as { id: string }[]).some(({ id }) => id === employee.id),
    },
    'GET /cancellations/retention': {
      ask: requestsByName,
      shows: (answer) => answer.status === 200 && answer.json().decided === '100.00',
    },
    'GET /cancellations/:quoteId': { ask: [requestByQuote], shows: isAnswered },
    'GET /cancellations/:quoteId/pdf': { ask: [requestByQuote], shows: isAnswered },
    'POST /cancellations/:quoteId/execution': { ask: [requestByQuote], shows: isCancellationOver },
    'POST /cancellations/:quoteId/retention': {
      ask: [(target) => ({ ...requestByQuote(target), body: { offer: 'call', note: 'Una prueba', kept: false } })],
      shows: isCancellationOver,
    },
    'POST /clients/:clientId/accounts/:accountId/cancellations': {
      ask: [(target) => ({ ...requestByAccount(target), body: { reasonId: '999999999999999', note: null } })],
      shows: (answer) => 'reasonId' in ((answer.json().fields as object | undefined) ?? {}),
    },
  },
  screens: {
    '/crm/Cancelaciones': 'x x x x x x x - - -',
    '/crm/Cancelaciones/:quoteId': 'x x x x x x x - - -',
  },
}
