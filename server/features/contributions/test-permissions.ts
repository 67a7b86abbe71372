import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { byAccount, byJournal, byName, counted, named } from '#test/permissions/probe-words.ts'
import type { Target } from '#test/permissions/world.ts'

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
          ...byAccount(target),
          body: { amount: '1.00', valueDate: '2026-06-15', reference: 'Transferencia' },
        }),
      ],
      shows: (told) => told.json().code === 'client.documents',
    },
    'POST /clients/:clientId/accounts/:accountId/contributions/:journalId/confirm': {
      ask: [(target) => ({ ...byJournal(target), body: { reason: 'Una prueba' } })],
      // Of what an import has brought nothing is left to confirm.
      shows: (told) => told.json().code === 'contribution.confirmed',
    },
    'GET /contributions': { ask: byName, shows: named },
    'GET /contributions/count': { ask: byName, shows: counted },
    'GET /contributions/export': {
      ask: byName.map((ask) => (target: Target) => ({ query: { ...ask(target).query, format: 'csv' } })),
      shows: named,
    },
  },
  screens: {
    '/crm/Ingresos': 'x x x x - - x - - -',
  },
}
