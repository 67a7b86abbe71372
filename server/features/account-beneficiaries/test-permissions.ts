import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { clientEditorsRow, clientReadersRow } from '#test/permissions/permission-rows.ts'
import { isAnswered, isVersionConflict, requestByAccount } from '#test/permissions/probe-requests.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /clients/:clientId/accounts/:accountId/beneficiaries': clientReadersRow,
    'PUT /clients/:clientId/accounts/:accountId/beneficiaries': clientEditorsRow,
  },
  probes: {
    'GET /clients/:clientId/accounts/:accountId/beneficiaries': {
      requests: [requestByAccount],
      revealsRecord: isAnswered,
    },
    'PUT /clients/:clientId/accounts/:accountId/beneficiaries': {
      requests: [
        (target) => ({
          ...requestByAccount(target),
          body: { version: 99, validFrom: '2026-01-01', beneficiaries: [] },
        }),
      ],
      revealsRecord: isVersionConflict,
    },
  },
}
