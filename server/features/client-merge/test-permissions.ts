import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { clientEditorsRow, clientReadersRow } from '#test/permissions/permission-rows.ts'
import { isAnswered, isVersionConflict, type ProbeRequest, requestByClient } from '#test/permissions/probe-requests.ts'

/** Of records as they never were: whether both were seen shows in what is refused. */
const buildMerge = (clientId: string, otherId: string): ProbeRequest => ({
  params: { clientId },
  body: { otherId, survivorVersion: 99, absorbedVersion: 99, taken: [], reason: 'Una prueba' },
})

export const permissions: FeaturePermissions = {
  rows: {
    'GET /clients/:clientId/merge-with/:otherId': clientEditorsRow,
    'POST /clients/:clientId/merges': clientEditorsRow,
    'GET /clients/:clientId/merges': clientReadersRow,
    'POST /clients/:clientId/merges/:mergeId/undo': clientEditorsRow,
  },
  probes: {
    'GET /clients/:clientId/merges': { requests: [requestByClient], revealsRecord: isAnswered },
    'GET /clients/:clientId/merge-with/:otherId': {
      requests: [
        ({ client, siblingId }) => ({ params: { clientId: client.id, otherId: siblingId } }),
        ({ client, siblingId }) => ({ params: { clientId: siblingId, otherId: client.id } }),
      ],
      revealsRecord: isAnswered,
    },
    'POST /clients/:clientId/merges': {
      requests: [
        ({ client, siblingId }) => buildMerge(client.id, siblingId),
        ({ client, siblingId }) => buildMerge(siblingId, client.id),
      ],
      revealsRecord: isVersionConflict,
    },
    'POST /clients/:clientId/merges/:mergeId/undo': {
      requests: [
        ({ client, mergeId }) => ({ params: { clientId: client.id, mergeId }, body: { reason: 'Una prueba' } }),
      ],
      revealsRecord: isVersionConflict,
    },
  },
  screenRecords: {
    otherId: {
      sql: `select client_id as id from client_list c where client_id <> $1 and manager_id = (select o.manager_id from client_list o where o.client_id = $1)
        order by client_id limit 1`,
      given: ['clientId'],
    },
  },
  screens: {
    '/clientes/:clientId/fusionar': 'x - x x - x x - - -',
    '/clientes/:clientId/fusionar/:otherId': 'x - x x - x x - - -',
  },
  screenCalls: {
    '/clientes/:clientId/fusionar': ['/clients/:id'],
    '/clientes/:clientId/fusionar/:otherId': ['/clients/:id/merge-with/:id'],
  },
}
