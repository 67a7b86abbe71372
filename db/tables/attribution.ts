import { firmOnly } from './core/erasure.ts'
import type { FeatureTables } from './core/feature-tables.ts'
import { fullPrivileges } from './core/privileges.ts'

export const manifest: FeatureTables = {
  tables: {
    attribution_rule: {
      rights: fullPrivileges,
      subject: 'settings',
      erased: firmOnly,
    },
  },
}
