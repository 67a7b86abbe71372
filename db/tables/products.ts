import { firmOnly } from './core/erasure.ts'
import type { FeatureTables } from './core/feature-tables.ts'
import { fullPrivileges } from './core/privileges.ts'

export const manifest: FeatureTables = {
  tables: {
    product: {
      rights: fullPrivileges,
      subject: 'products',
      erased: firmOnly,
    },
    product_rate: {
      rights: fullPrivileges,
      subject: 'products',
      erased: firmOnly,
    },
    bonus_limit: {
      rights: fullPrivileges,
      subject: 'settings',
      erased: firmOnly,
    },
  },
  functions: ['product_rate_on'],
}
