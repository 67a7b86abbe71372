import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { clientEditorsRow } from '#test/permissions/permission-rows.ts'
import { isRecordFound, requestByClient } from '#test/permissions/probe-requests.ts'
import type { ProbeTarget } from '#test/permissions/world.ts'

const reason = 'Una prueba'

export const permissions: FeaturePermissions = {
  rows: {
    'POST /clients/:clientId/blocks': clientEditorsRow,
    'POST /clients/:clientId/blocks/:kind/lift': clientEditorsRow,
  },
  probes: {
    'POST /clients/:clientId/blocks': {
      requests: [
        (target) => ({ ...requestByClient(target), body: { kind: 'legal', reason, expectedEnd: '2000-01-01' } }),
      ],
      revealsRecord: isRecordFound,
    },
    'POST /clients/:clientId/blocks/:kind/lift': {
      requests: [
        ({ client }: ProbeTarget) => ({ params: { clientId: client.id, kind: 'commercial' }, body: { reason } }),
      ],
      revealsRecord: isRecordFound,
    },
  },
}
