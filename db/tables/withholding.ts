import { byClient } from './core/client-rows.ts'
import { firmOnly } from './core/erasure.ts'
import type { FeatureTables } from './core/feature-tables.ts'
import { appendOnlyPrivileges, fullPrivileges } from './core/privileges.ts'

export const manifest: FeatureTables = {
  tables: {
    withholding_rate: {
      rights: fullPrivileges,
      subject: 'withholding',
      erased: firmOnly,
    },
    withholding_part: {
      rights: appendOnlyPrivileges,
      subject: 'ledger',
      merged: {
        client_id: {
          becomes: 'stays',
          because: 'it only grows, and says in whose name it was withheld: tax summaries read it under the survivor',
        },
      },
      erased: { does: 'nothing', stays: ['region', 'source', 'country'] },
      exported: byClient,
    },
  },
}
