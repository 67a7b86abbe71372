import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import {
  hasSingleTotal,
  mentionsClient,
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
      requests: [
        (target) => ({
          ...requestByAccount(target),
          body: { amount: '1.00', valueDate: '2026-06-15', reference: 'Transferencia' },
        }),
      ],
      revealsRecord: (answer) => answer.json().code === 'client.documents',
    },
    'POST /clients/:clientId/accounts/:accountId/contributions/:journalId/confirm': {
      requests: [(target) => ({ ...requestByJournal(target), body: { reason: 'Una prueba' } })],
      // Of what an import has brought nothing is left to confirm.
      revealsRecord: (answer) => answer.json().code === 'contribution.confirmed',
    },
    'GET /contributions': { requests: requestsByName, revealsRecord: mentionsClient },
    'GET /contributions/count': { requests: requestsByName, revealsRecord: hasSingleTotal },
    'GET /contributions/export': {
      requests: requestsByName.map((ask) => (target: ProbeTarget) => ({
        query: { ...ask(target).query, format: 'csv' },
      })),
      revealsRecord: mentionsClient,
    },
  },
  screens: {
    '/crm/Ingresos': 'x x x x - - x - - -',
  },
  screenCalls: {
    '/crm/Ingresos': ['/contributions/count', '/contributions'],
  },
}
