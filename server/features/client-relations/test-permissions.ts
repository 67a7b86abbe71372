import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { clientEditorsRow, clientReadersRow } from '#test/permissions/permission-rows.ts'
import { isAnswered, isRecordFound, type ProbeRequest, requestByClient } from '#test/permissions/probe-requests.ts'

/** What they are already: whether both were seen shows in what is refused. */
const buildSiblings = (clientId: string, otherId: string): ProbeRequest => ({
  params: { clientId },
  body: { otherId, kind: 'sibling', since: null },
})

export const permissions: FeaturePermissions = {
  rows: {
    'GET /clients/:clientId/relations': clientReadersRow,
    'POST /clients/:clientId/relations': clientEditorsRow,
    'POST /clients/:clientId/relations/:relationId/end': clientEditorsRow,
    'DELETE /clients/:clientId/relations/:relationId': clientEditorsRow,
  },
  probes: {
    'GET /clients/:clientId/relations': { requests: [requestByClient], revealsRecord: isAnswered },
    'POST /clients/:clientId/relations': {
      requests: [
        ({ client, siblingId }) => buildSiblings(client.id, siblingId),
        ({ client, siblingId }) => buildSiblings(siblingId, client.id),
      ],
      revealsRecord: isRecordFound,
    },
    'POST /clients/:clientId/relations/:relationId/end': {
      requests: [
        ({ client, relationId }) => ({ params: { clientId: client.id, relationId }, body: { until: '2019-01-01' } }),
      ],
      revealsRecord: isRecordFound,
    },
    'DELETE /clients/:clientId/relations/:relationId': {
      requests: [
        ({ client, takeEndedRelation }) => ({ params: { clientId: client.id, relationId: takeEndedRelation() } }),
      ],
      revealsRecord: isAnswered,
    },
  },
}
