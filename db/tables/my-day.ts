import { idsAndAmountsOnly, staffOnly } from './core/erasure.ts'
import type { FeatureTables } from './core/feature-tables.ts'
import { fullPrivileges } from './core/privileges.ts'

export const manifest: FeatureTables = {
  tables: {
    day_mail: {
      rights: fullPrivileges,
      subject: 'personal',
      erased: staffOnly,
    },
    day_snooze: {
      rights: fullPrivileges,
      subject: 'personal',
      erased: idsAndAmountsOnly,
    },
  },
}
