import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { clientCreatorsRow, clientEditorsRow } from '#test/permissions/permission-rows.ts'
import { isAnswered, isRecordFound, requestByClient } from '#test/permissions/probe-requests.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'POST /clients/duplicates': clientCreatorsRow,
    'GET /clients/form-options': clientCreatorsRow,
    'POST /clients': clientCreatorsRow,
    'GET /clients/:clientId/data': clientEditorsRow,
    'PATCH /clients/:clientId': clientEditorsRow,
    'POST /clients/bulk/next-review': clientCreatorsRow,
    'POST /clients/:clientId/pep-approval': clientEditorsRow,
  },
  probes: {
    'GET /clients/:clientId/data': { requests: [requestByClient], revealsRecord: isAnswered },
    'PATCH /clients/:clientId': {
      requests: [(target) => ({ ...requestByClient(target), body: { version: 1 } })],
      revealsRecord: isAnswered,
    },
    'POST /clients/:clientId/pep-approval': {
      requests: [(target) => ({ ...requestByClient(target), body: { reason: 'Una prueba' } })],
      revealsRecord: isRecordFound,
    },
  },
  notProbed: {
    'POST /clients/bulk/next-review':
      'each client is refused by itself: the test of bulk actions asks for one out of scope among others',
    'POST /clients/duplicates':
      'it says of clients out of scope that there is one, and no more: the test of client data asks',
    'GET /clients/form-options': 'names and codes of colleagues are known to all who work here',
    'POST /clients': 'to whom somebody new can be given is checked by the test of client data',
  },
  screens: {
    '/clientes/nuevo': 'x - x x - x x - - -',
    '/clientes/:clientId/editar': 'x - x x - x x - - -',
  },
  screenCalls: {
    '/clientes/nuevo': ['/clients/form-options', '/me/drafts/clients/new'],
    '/clientes/:clientId/editar': ['/clients/:id/data', '/me/drafts/clients/:id'],
  },
}
