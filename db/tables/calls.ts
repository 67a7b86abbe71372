import { byClient } from './core/client-rows.ts'
import type { FeatureTables } from './core/feature-tables.ts'
import { undeletablePrivileges } from './core/privileges.ts'

export const manifest: FeatureTables = {
  tables: {
    call: {
      rights: undeletablePrivileges,
      subject: 'contacts',
      merged: { client_id: { becomes: 'moves' } },
      erased: {
        does: 'set',
        sets: { external_ref: 'null', feedback: `''`, observations: `''` },
        stays: ['channel', 'weekday', 'outcome', 'reason'],
      },
      exported: byClient,
    },
  },
}
