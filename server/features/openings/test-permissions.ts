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
    'GET /clients/:clientId/openings/options': { requests: [requestByClient], revealsRecord: isAnswered },
    'POST /clients/:clientId/openings/quote': {
      requests: [(target) => ({ ...requestByClient(target), body: buildOpeningTerms(target) })],
      revealsRecord: hasNoOfferedProduct,
    },
    'POST /clients/:clientId/openings': {
      requests: [
        (target) => ({
          ...requestByClient(target),
          body: { wanted: buildOpeningTerms(target), rate: '1.0', submit: true },
        }),
      ],
      revealsRecord: hasNoOfferedProduct,
    },
    'PUT /clients/:clientId/openings/:accountId': {
      requests: [
        (target) => ({
          ...requestByAccount(target),
          body: { wanted: buildOpeningTerms(target), rate: '1.0', submit: true, version: 1 },
        }),
      ],
      revealsRecord: (response) => response.json().code === 'opening.notDraft',
    },
    'POST /clients/:clientId/openings/:accountId/cancel': {
      requests: [(target) => ({ ...requestByAccount(target), body: { reason: 'Prueba' } })],
      revealsRecord: isOpeningOver,
    },
    'POST /clients/:clientId/openings/:accountId/open': {
      requests: [(target) => ({ ...requestByAccount(target), body: { version: 1 } })],
      revealsRecord: isOpeningOver,
    },
  },
  notProbed: {
    'GET /clients/:clientId/openings/:accountId': 'an account on its way, which its own test makes',
    'GET /openings': 'accounts on their way, which the test of that list makes, and asks for as others',
    'GET /openings/count': 'as the list',
    'GET /openings/export': 'as the list',
  },
  screenRecords: {
    draftId: {
      sql: `with made as (insert into account (number, product_id, client_id, status, agreed_amount, term_months, zone_id, office_id)
          select 'BORRADOR-1', $2, client_id, 'draft', 10000, 6, zone_id, office_id from account where id = $1 returning id, client_id),
        held as (insert into account_holder (account_id, client_id, role, share) select id, client_id, 'primary', 100 from made)
        select id from made`,
      given: ['accountId', 'productId'],
    },
  },
  screens: {
    '/clientes/:clientId/cuentas/nueva': 'x - x x - x x - - -',
    '/clientes/:clientId/cuentas/:draftId/editar': 'x - x x - x x - - -',
    '/crm/Pendientes': 'x x x x x x x - - -',
  },
  screenCalls: {
    '/crm/Pendientes': ['/openings/count', '/openings', '/openings/filter-options'],
    '/clientes/:clientId/cuentas/nueva': ['/clients/:id/openings/options', '/me/drafts/openings/:id'],
    '/clientes/:clientId/cuentas/:draftId/editar': [
      '/clients/:id/openings/options',
      '/clients/:id/openings/:id',
      'POST /clients/:id/openings/quote',
      '/me/drafts/openings/:id',
    ],
  },
}
