import { byClient } from './core/client-rows.ts'
import { blank } from './core/erasure.ts'
import type { FeatureTables } from './core/feature-tables.ts'
import { undeletablePrivileges } from './core/privileges.ts'

export const manifest: FeatureTables = {
  tables: {
    follow_up: {
      rights: undeletablePrivileges,
      subject: 'contacts',
      merged: { client_id: { becomes: 'moves' } },
      erased: {
        does: 'set',
        sets: { subject: blank, note: `''`, result: `case when x.state = 'deleted' then ${blank} else '' end` },
      },
      exported: byClient,
    },
  },
}
