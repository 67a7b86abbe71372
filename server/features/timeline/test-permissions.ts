import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { clientReadersRow } from '#test/permissions/permission-rows.ts'
import { isAnswered } from '#test/permissions/probe-requests.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /clients/:clientId/timeline': clientReadersRow,
  },
  probes: {
    'GET /clients/:clientId/timeline': {
      requests: [
        ({ client }) => ({ params: { clientId: client.id } }),
        ({ client }) => ({ params: { clientId: client.id }, query: { search: client.name, limit: '1' } }),
      ],
      revealsRecord: isAnswered,
    },
  },
}
