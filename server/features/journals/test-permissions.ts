import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { adminOnlyRow } from '#test/permissions/permission-rows.ts'
import { isAnswered, requestByJournal } from '#test/permissions/probe-requests.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /clients/:clientId/accounts/:accountId/journals/:journalId': 'all all - - - - - - - -',
    'POST /clients/:clientId/accounts/:accountId/journals/:journalId/reversal': 'all - - - - - - - - -',
    'POST /accounting/journals/:journalId/reversal': adminOnlyRow,
  },
  probes: {
    'GET /clients/:clientId/accounts/:accountId/journals/:journalId': {
      requests: [requestByJournal],
      revealsRecord: isAnswered,
    },
    'POST /clients/:clientId/accounts/:accountId/journals/:journalId/reversal': {
      requests: [(target) => ({ ...requestByJournal(target), body: { reason: 'Una prueba' } })],
      // Asked for once, it waits.
      revealsRecord: (response) => response.status === 200 || response.json().code === 'ledger.reversalWaits',
    },
  },
  notProbed: {
    'POST /accounting/journals/:journalId/reversal':
      'the books are the whole firm’s: whoever has a narrower scope has none of them',
  },
}
