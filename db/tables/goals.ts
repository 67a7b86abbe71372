import { firmOnly, staffOnly } from './core/erasure.ts'
import type { FeatureTables } from './core/feature-tables.ts'
import { fullPrivileges } from './core/privileges.ts'

export const manifest: FeatureTables = {
  tables: {
    goal: {
      rights: fullPrivileges,
      subject: 'staff',
      erased: staffOnly,
    },
    goal_rule: {
      rights: ['select', 'update'],
      subject: 'settings',
      erased: firmOnly,
    },
  },
  functions: ['sum_months'],
}
