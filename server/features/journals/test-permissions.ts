import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { answered, byJournal } from '#test/permissions/probe-words.ts'
import { adminOnly } from '#test/permissions/row-words.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'GET /clients/:clientId/accounts/:accountId/journals/:journalId': 'all all - - - - - - - -',
    'POST /clients/:clientId/accounts/:accountId/journals/:journalId/reversal': 'all - - - - - - - - -',
    'POST /accounting/journals/:journalId/reversal': adminOnly,
  },
  probes: {
    'GET /clients/:clientId/accounts/:accountId/journals/:journalId': { ask: [byJournal], shows: answered },
    'POST /clients/:clientId/accounts/:accountId/journals/:journalId/reversal': {
      ask: [(target) => ({ ...byJournal(target), body: { reason: 'Una prueba' } })],
      // Asked for once, it waits.
      shows: (told) => told.status === 200 || told.json().code === 'ledger.reversalWaits',
    },
  },
  notProbed: {
    'POST /accounting/journals/:journalId/reversal':
      'the books are the whole firm’s: whoever has a narrower scope has none of them',
  },
}
