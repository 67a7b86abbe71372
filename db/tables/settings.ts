import { firmOnly } from './core/erasure.ts'
import type { FeatureTables } from './core/feature-tables.ts'
import { fullPrivileges, undeletablePrivileges } from './core/privileges.ts'

export const manifest: FeatureTables = {
  tables: {
    setting: {
      rights: fullPrivileges,
      subject: 'settings',
      erased: firmOnly,
    },
    currency_rate: {
      rights: fullPrivileges,
      subject: 'settings',
      erased: firmOnly,
    },
    payment_rate: {
      rights: undeletablePrivileges,
      subject: 'settings',
      erased: firmOnly,
    },
  },
}
