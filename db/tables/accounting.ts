import { firmOnly, sumsOfManyClients } from './core/erasure.ts'
import type { FeatureTables } from './core/feature-tables.ts'
import { appendOnlyPrivileges, readOnlyPrivileges, undeletablePrivileges } from './core/privileges.ts'

export const manifest: FeatureTables = {
  tables: {
    ledger_account: {
      rights: undeletablePrivileges,
      subject: 'settings',
      erased: firmOnly,
    },
    ledger_period: {
      rights: readOnlyPrivileges,
      subject: 'ledger',
      erased: sumsOfManyClients,
    },
    month_close: {
      rights: undeletablePrivileges,
      subject: 'ledger',
      erased: sumsOfManyClients,
    },
    ledger_verification: {
      rights: undeletablePrivileges,
      subject: 'ledger',
      erased: sumsOfManyClients,
    },
    tax_line: {
      rights: appendOnlyPrivileges,
      subject: 'ledger',
      erased: sumsOfManyClients,
    },
  },
  functions: ['move_period'],
}
