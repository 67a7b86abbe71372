import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { aBankChange, answered, byClient, isOtherVersion, toOneBankAccount } from '#test/permissions/probe-words.ts'
import { clientEditors, clients } from '#test/permissions/row-words.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /clients/:clientId/bank-accounts': clients,
    'POST /clients/:clientId/bank-accounts': clientEditors,
    'POST /clients/:clientId/bank-accounts/:bankAccountId/default': clientEditors,
    'POST /clients/:clientId/bank-accounts/:bankAccountId/end': clientEditors,
  },
  probes: {
    'GET /clients/:clientId/bank-accounts': { ask: [byClient], shows: answered },
    'POST /clients/:clientId/bank-accounts': {
      ask: [
        (target) => ({
          ...byClient(target),
          body: { ...aBankChange, number: 'no', holder: 'Nadie', makeDefault: false },
        }),
      ],
      shows: isOtherVersion,
    },
    'POST /clients/:clientId/bank-accounts/:bankAccountId/default': { ask: [toOneBankAccount], shows: isOtherVersion },
    'POST /clients/:clientId/bank-accounts/:bankAccountId/end': { ask: [toOneBankAccount], shows: isOtherVersion },
  },
}
