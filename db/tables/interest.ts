import { byAccount } from './core/client-rows.ts'
import { idsAndAmountsOnly, sumsOfManyClients } from './core/erasure.ts'
import type { FeatureTables } from './core/feature-tables.ts'
import { fullPrivileges, undeletablePrivileges } from './core/privileges.ts'

export const manifest: FeatureTables = {
  tables: {
    interest_through: {
      rights: undeletablePrivileges,
      subject: 'jobs',
      erased: idsAndAmountsOnly,
      exported: byAccount,
    },
    posting_run: {
      rights: undeletablePrivileges,
      subject: 'jobs',
      erased: sumsOfManyClients,
    },
    posting_run_failure: {
      rights: fullPrivileges,
      subject: 'jobs',
      erased: idsAndAmountsOnly,
      exported: 'why a nightly run left an account out: about the run',
    },
  },
}
