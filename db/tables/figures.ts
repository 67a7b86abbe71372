import { staffOnly } from './core/erasure.ts'
import type { FeatureTables } from './core/feature-tables.ts'
import { fullPrivileges } from './core/privileges.ts'

export const manifest: FeatureTables = {
  tables: {
    summary_mail: {
      rights: fullPrivileges,
      subject: 'personal',
      erased: staffOnly,
    },
  },
}
