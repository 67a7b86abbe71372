import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { answered, byAccount, byName, byQuote, counted, isOver, named } from '#test/permissions/probe-words.ts'
import { clientExports, leavers, openers } from '#test/permissions/row-words.ts'
import type { Target } from '#test/permissions/world.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /cancellations': leavers,
    'GET /cancellations/count': leavers,
    'GET /cancellations/export': clientExports,
    'GET /cancellations/options': leavers,
    'GET /cancellations/retention': leavers,
    'GET /cancellations/:quoteId': leavers,
    'GET /cancellations/:quoteId/pdf': clientExports,
    'GET /clients/:clientId/accounts/:accountId/cancellation-estimate': openers,
    'POST /clients/:clientId/accounts/:accountId/cancellations': openers,
    'POST /cancellations/:quoteId/execution': openers,
    'POST /cancellations/:quoteId/retention': openers,
  },
  probes: {
    'GET /clients/:clientId/accounts/:accountId/cancellation-estimate': { ask: [byAccount], shows: answered },
    'GET /cancellations': { ask: byName, shows: named },
    'GET /cancellations/count': { ask: byName, shows: counted },
    'GET /cancellations/export': {
      ask: byName.map((ask) => (target: Target) => ({ query: { ...ask(target).query, format: 'csv' } })),
      shows: named,
    },
    'GET /cancellations/options': {
      ask: [() => ({})],
      shows: (told, { employee }) =>
        told.status === 200 && (told.json().managers as { id: string }[]).some(({ id }) => id === employee.id),
    },
    'GET /cancellations/retention': {
      ask: byName,
      shows: (told) => told.status === 200 && told.json().decided === '100.00',
    },
    'GET /cancellations/:quoteId': { ask: [byQuote], shows: answered },
    'GET /cancellations/:quoteId/pdf': { ask: [byQuote], shows: answered },
    'POST /cancellations/:quoteId/execution': { ask: [byQuote], shows: isOver },
    'POST /cancellations/:quoteId/retention': {
      ask: [(target) => ({ ...byQuote(target), body: { offer: 'call', note: 'Una prueba', kept: false } })],
      shows: isOver,
    },
    'POST /clients/:clientId/accounts/:accountId/cancellations': {
      ask: [(target) => ({ ...byAccount(target), body: { reasonId: '999999999999999', note: null } })],
      shows: (told) => 'reasonId' in ((told.json().fields as object | undefined) ?? {}),
    },
  },
  screens: {
    '/crm/Cancelaciones': 'x x x x x x x - - -',
    '/crm/Cancelaciones/:quoteId': 'x x x x x x x - - -',
  },
}
