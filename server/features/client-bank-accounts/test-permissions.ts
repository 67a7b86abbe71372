import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { clientEditorsRow, clientReadersRow } from '#test/permissions/permission-rows.ts'
import {
  bankAccountChangeSample,
  isAnswered,
  isVersionConflict,
  requestByBankAccount,
  requestByClient,
} from '#test/permissions/probe-requests.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /clients/:clientId/bank-accounts': clientReadersRow,
    'POST /clients/:clientId/bank-accounts': clientEditorsRow,
    'POST /clients/:clientId/bank-accounts/:bankAccountId/default': clientEditorsRow,
    'POST /clients/:clientId/bank-accounts/:bankAccountId/end': clientEditorsRow,
  },
  probes: {
    'GET /clients/:clientId/bank-accounts': { requests: [requestByClient], revealsRecord: isAnswered },
    'POST /clients/:clientId/bank-accounts': {
      requests: [
        (target) => ({
          ...requestByClient(target),
          body: { ...bankAccountChangeSample, number: 'no', holder: 'Nadie', makeDefault: false },
        }),
      ],
      revealsRecord: isVersionConflict,
    },
    'POST /clients/:clientId/bank-accounts/:bankAccountId/default': {
      requests: [requestByBankAccount],
      revealsRecord: isVersionConflict,
    },
    'POST /clients/:clientId/bank-accounts/:bankAccountId/end': {
      requests: [requestByBankAccount],
      revealsRecord: isVersionConflict,
    },
  },
}
