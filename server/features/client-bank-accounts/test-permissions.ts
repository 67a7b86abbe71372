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
    'GET /clients/:clientId/bank-accounts': { ask: [requestByClient], shows: isAnswered },
    'POST /clients/:clientId/bank-accounts': {
      ask: [
        (target) => ({
          ...requestByClient(target),
          body: { ...bankAccountChangeSample, number: 'no', holder: 'Nadie', makeDefault: false },
        }),
      ],
      shows: isVersionConflict,
    },
    'POST /clients/:clientId/bank-accounts/:bankAccountId/default': {
      ask: [requestByBankAccount],
      shows: isVersionConflict,
    },
    'POST /clients/:clientId/bank-accounts/:bankAccountId/end': {
      ask: [requestByBankAccount],
      shows: isVersionConflict,
    },
  },
}
