import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { clientFacingRolesRow, openingMakersRow } from '#test/permissions/permission-rows.ts'
import {
  buildOpeningTerms,
  hasNoOfferedProduct,
  isAnswered,
  isOpeningOver,
  requestByAccount,
  requestByClient,
} from '#test/permissions/probe-requests.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /clients/:clientId/openings/options': openingMakersRow,
    'POST /clients/:clientId/openings/quote': openingMakersRow,
    'POST /clients/:clientId/openings': openingMakersRow,
    'PUT /clients/:clientId/openings/:accountId': openingMakersRow,
    // An account on its way, which its own test makes.
    'GET /clients/:clientId/openings/:accountId': clientFacingRolesRow,
    'POST /clients/:clientId/openings/:accountId/cancel': openingMakersRow,
    'POST /clients/:clientId/openings/:accountId/open': openingMakersRow,
    'GET /openings': clientFacingRolesRow,
    'GET /openings/count': clientFacingRolesRow,
    'GET /openings/export': '* * * * - - * - - -',
    'GET /openings/filter-options': clientFacingRolesRow,
  },
  probes: {
    'GET /clients/:clientId/openings/options': { ask: [requestByClient], shows: isAnswered },
    'POST /clients/:clientId/openings/quote': {
      ask: [(target) => ({ ...requestByClient(target), body: buildOpeningTerms(target) })],
      shows: hasNoOfferedProduct,
    },
    'POST /clients/:clientId/openings': {
      ask: [
        (target) => ({
          ...requestByClient(target),
          body: { wanted: buildOpeningTerms(target), rate: '1.0', submit: true },
        }),
      ],
      shows: hasNoOfferedProduct,
    },
    'PUT /clients/:clientId/openings/:accountId': {
      ask: [
        (target) => ({
          ...requestByAccount(target),
          body: { wanted: buildOpeningTerms(target), rate: '1.0', submit: true, version: 1 },
        }),
      ],
      shows: (response) => response.json().code === 'opening.notDraft',
    },
    'POST /clients/:clientId/openings/:accountId/cancel': {
      ask: [(target) => ({ ...requestByAccount(target), body: { reason: 'Prueba' } })],
      shows: isOpeningOver,
    },
    'POST /clients/:clientId/openings/:accountId/open': {
      ask: [(target) => ({ ...requestByAccount(target), body: { version: 1 } })],
      shows: isOpeningOver,
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
