import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import {
  countsOne,
  namesClient,
  requestByAccount,
  requestByJournal,
  requestsByName,
} from '#test/permissions/probe-requests.ts'
import type { ProbeTarget } from '#test/permissions/world.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'POST /clients/:clientId/accounts/:accountId/contributions': 'all - team own - - own - - -',
    'POST /clients/:clientId/accounts/:accountId/contributions/:journalId/confirm': 'all - team own - - own - - -',
    'GET /contributions': 'all all team own - - own - - -',
    'GET /contributions/count': 'all all team own - - own - - -',
    'GET /contributions/export': 'all all team own - - own - - -',
  },
  probes: {
    'POST /clients/:clientId/accounts/:accountId/contributions': {
      ask: [
        (target) => ({
          ...requestByAccount(target),
          body: { amount: '1.00', valueDate: '2026-06-15', reference: 'Transferencia' },
        }),
      ],
      shows: (answer) => answer.json().code === 'client.documents',
    },
    'POST /clients/:clientId/accounts/:accountId/contributions/:journalId/confirm': {
      ask: [(target) => ({ ...requestByJournal(target), body: { reason: 'Una prueba' } })],
      // Of what an import has brought nothing is left to confirm.
      shows: (answer) => answer.json().code === 'contribution.confirmed',
    },
    'GET /contributions': { ask: requestsByName, shows: namesClient },
    'GET /contributions/count': { ask: requestsByName, shows: countsOne },
    'GET /contributions/export': {
      ask: requestsByName.map((ask) => (target: ProbeTarget) => ({ query: { ...ask(target).query, format: 'csv' } })),
      shows: namesClient,
    },
  },
  screens: {
    '/crm/Ingresos': 'x x x x - - x - - -',
  },
}
