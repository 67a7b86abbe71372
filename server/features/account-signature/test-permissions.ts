import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { clientEditorsRow, clientReadersRow } from '#test/permissions/permission-rows.ts'
import { isAnswered, requestByAccount } from '#test/permissions/probe-requests.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /clients/:clientId/accounts/:accountId/signature': clientReadersRow,
    'POST /clients/:clientId/accounts/:accountId/signature': clientEditorsRow,
  },
  probes: {
    'GET /clients/:clientId/accounts/:accountId/signature': { requests: [requestByAccount], revealsRecord: isAnswered },
    'POST /clients/:clientId/accounts/:accountId/signature': {
      requests: [
        (target) => ({ ...requestByAccount(target), body: { signature: 'all', signedBy: [1], reason: 'Una prueba' } }),
      ],
      revealsRecord: (answer) => answer.json().code === 'account.oneHolder',
    },
  },
}
