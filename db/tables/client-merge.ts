import { type SqlBool, sql } from 'kysely'
import { isOwnSql } from './core/client-rows.ts'
import type { FeatureTables } from './core/feature-tables.ts'
import { undeletablePrivileges } from './core/privileges.ts'

export const manifest: FeatureTables = {
  tables: {
    client_merge: {
      rights: undeletablePrivileges,
      subject: 'clients',
      merged: {
        absorbed_id: { becomes: 'stays', because: 'it says which records were merged' },
        survivor_id: { becomes: 'stays', because: 'it says which records were merged' },
      },
      erased: {
        does: 'set',
        rows: (clientId) =>
          sql<SqlBool>`(${isOwnSql('survivor_id', clientId)} or ${isOwnSql('absorbed_id', clientId)})`,
        sets: { survivor_before: 'null', moved_rows: 'null', replaced_rows: 'null' },
        stays: ['taken', 'rows_after'],
      },
      exported: (clientId) => sql<SqlBool>`${isOwnSql('survivor_id', clientId)} and x.state = 'done'`,
      hidden: ['transaction', 'rows_after'],
    },
  },
  functions: ['recount_client_contributions', 'is_merging'],
}
