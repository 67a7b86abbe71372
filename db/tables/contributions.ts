import { byAccount } from './core/client-rows.ts'
import { firmOnly, idsAndAmountsOnly } from './core/erasure.ts'
import type { FeatureTables } from './core/feature-tables.ts'
import { fullPrivileges } from './core/privileges.ts'

export const manifest: FeatureTables = {
  tables: {
    contribution_limit: {
      rights: fullPrivileges,
      subject: 'settings',
      erased: firmOnly,
    },
    unconfirmed_contribution: {
      rights: ['select', 'update', 'delete'],
      subject: 'contributions',
      erased: idsAndAmountsOnly,
      exported: byAccount,
    },
  },
}
