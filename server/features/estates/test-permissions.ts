import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { clientEditorsRow, clientExportersRow, clientReadersRow } from '#test/permissions/permission-rows.ts'
import { isAnswered, isRecordFound, requestByClient } from '#test/permissions/probe-requests.ts'
import type { ProbeTarget } from '#test/permissions/world.ts'

const reason = 'Una prueba'
const recipients: readonly unknown[] = []

export const permissions: FeaturePermissions = {
  rows: {
    'GET /clients/:clientId/estate': clientReadersRow,
    'POST /clients/:clientId/estate': clientEditorsRow,
    'PUT /clients/:clientId/estate/requirements/:kind': clientEditorsRow,
    'PUT /clients/:clientId/estate/recipients': clientEditorsRow,
    'GET /clients/:clientId/estate/destinations/:recipientId': clientEditorsRow,
    'POST /clients/:clientId/estate/release': clientEditorsRow,
    'GET /clients/:clientId/estate/pdf': clientExportersRow,
  },
  probes: {
    'GET /clients/:clientId/estate': { requests: [requestByClient], revealsRecord: isAnswered },
    'POST /clients/:clientId/estate': {
      requests: [
        (target) => ({ ...requestByClient(target), body: { diedOn: '2100-01-01', attachmentId: '999999', reason } }),
      ],
      revealsRecord: isRecordFound,
    },
    'PUT /clients/:clientId/estate/requirements/:kind': {
      requests: [
        ({ client }: ProbeTarget) => ({
          params: { clientId: client.id, kind: 'tax' },
          body: { version: 1, state: 'missing', attachmentId: null, note: '' },
        }),
      ],
      revealsRecord: isRecordFound,
    },
    'PUT /clients/:clientId/estate/recipients': {
      requests: [(target) => ({ ...requestByClient(target), body: { version: 1, recipients } })],
      revealsRecord: isRecordFound,
    },
    'GET /clients/:clientId/estate/destinations/:recipientId': {
      requests: [({ client }: ProbeTarget) => ({ params: { clientId: client.id, recipientId: client.id } })],
      revealsRecord: isAnswered,
    },
    'POST /clients/:clientId/estate/release': {
      requests: [(target) => ({ ...requestByClient(target), body: { version: 1, reason } })],
      revealsRecord: isRecordFound,
    },
    'GET /clients/:clientId/estate/pdf': { requests: [requestByClient], revealsRecord: isRecordFound },
  },
  screens: {
    '/clientes/:clientId/fallecimiento': 'x x x x x x x x - -',
  },
  screenCalls: {
    '/clientes/:clientId/fallecimiento': ['/clients/:id/estate'],
  },
}
