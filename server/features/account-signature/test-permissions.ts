import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { answered, byAccount } from '#test/permissions/probe-words.ts'
import { clientEditors, clients } from '#test/permissions/row-words.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /clients/:clientId/accounts/:accountId/signature': clients,
    'POST /clients/:clientId/accounts/:accountId/signature': clientEditors,
  },
  probes: {
    'GET /clients/:clientId/accounts/:accountId/signature': { ask: [byAccount], shows: answered },
    'POST /clients/:clientId/accounts/:accountId/signature': {
      ask: [(target) => ({ ...byAccount(target), body: { signature: 'all', signedBy: [1], reason: 'Una prueba' } })],
      shows: (told) => told.json().code === 'account.oneHolder',
    },
  },
}
