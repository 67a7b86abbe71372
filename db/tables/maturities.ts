import { byAccount } from './core/client-rows.ts'
import type { FeatureTables } from './core/feature-tables.ts'
import { appendOnlyPrivileges, undeletablePrivileges } from './core/privileges.ts'

export const manifest: FeatureTables = {
  tables: {
    maturity: {
      rights: undeletablePrivileges,
      subject: 'maturities',
      erased: { does: 'nothing', stays: ['reasons'] },
      exported: byAccount,
    },
    maturity_call: {
      rights: appendOnlyPrivileges,
      subject: 'maturities',
      erased: { does: 'owner', sets: ['note'] },
      exported: byAccount,
    },
  },
}
