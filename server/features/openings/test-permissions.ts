import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { answered, byAccount, byClient, isOpen, offersNothing, wantedFor } from '#test/permissions/probe-words.ts'
import { openers, withClients } from '#test/permissions/row-words.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /clients/:clientId/openings/options': openers,
    'POST /clients/:clientId/openings/quote': openers,
    'POST /clients/:clientId/openings': openers,
    'PUT /clients/:clientId/openings/:accountId': openers,
    // An account on its way, which its own test makes.
    'GET /clients/:clientId/openings/:accountId': withClients,
    'POST /clients/:clientId/openings/:accountId/cancel': openers,
    'POST /clients/:clientId/openings/:accountId/open': openers,
    'GET /openings': withClients,
    'GET /openings/count': withClients,
    'GET /openings/export': '* * * * - - * - - -',
    'GET /openings/filter-options': withClients,
  },
  probes: {
    'GET /clients/:clientId/openings/options': { ask: [byClient], shows: answered },
    'POST /clients/:clientId/openings/quote': {
      ask: [(target) => ({ ...byClient(target), body: wantedFor(target) })],
      shows: offersNothing,
    },
    'POST /clients/:clientId/openings': {
      ask: [(target) => ({ ...byClient(target), body: { wanted: wantedFor(target), rate: '1.0', submit: true } })],
      shows: offersNothing,
    },
    'PUT /clients/:clientId/openings/:accountId': {
      ask: [
        (target) => ({
          ...byAccount(target),
          body: { wanted: wantedFor(target), rate: '1.0', submit: true, version: 1 },
        }),
      ],
      shows: (told) => told.json().code === 'opening.notDraft',
    },
    'POST /clients/:clientId/openings/:accountId/cancel': {
      ask: [(target) => ({ ...byAccount(target), body: { reason: 'Prueba' } })],
      shows: isOpen,
    },
    'POST /clients/:clientId/openings/:accountId/open': {
      ask: [(target) => ({ ...byAccount(target), body: { version: 1 } })],
      shows: isOpen,
    },
  },
  notProbed: {
    'GET /clients/:clientId/openings/:accountId': 'an account on its way, which its own test makes',
    'GET /openings': 'accounts on their way, which the test of that list makes, and asks for as others',
    'GET /openings/count': 'as the list',
    'GET /openings/export': 'as the list',
  },
  screens: {
    '/clientes/:clientId/cuentas/nueva': 'x - x x - x x - - -',
    '/clientes/:clientId/cuentas/:draftId/editar': 'x - x x - x x - - -',
    '/crm/Pendientes': 'x x x x x x x - - -',
  },
}
