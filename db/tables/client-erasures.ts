import { byClient } from './core/client-rows.ts'
import { blank, blankIfSet, firmOnly } from './core/erasure.ts'
import type { FeatureTables } from './core/feature-tables.ts'
import { fullPrivileges, undeletablePrivileges } from './core/privileges.ts'

export const manifest: FeatureTables = {
  tables: {
    client_erasure: {
      rights: undeletablePrivileges,
      subject: 'clients',
      merged: {
        client_id: {
          becomes: 'stays',
          because: 'it says of which record erasure was asked for; while it is open nothing is merged',
        },
      },
      erased: {
        does: 'set',
        sets: { reason: blank, withdraw_reason: blankIfSet('withdraw_reason') },
      },
      // What the record said before it was merged is theirs; of a merge that was undone the other record is somebody else's.
      exported: byClient,
      hidden: ['transaction', 'file_ids'],
    },
    retention_period: {
      rights: fullPrivileges,
      subject: 'settings',
      erased: firmOnly,
    },
  },
  functions: ['is_erasing', 'erase_kept_texts', 'erase_audit_payloads'],
}
