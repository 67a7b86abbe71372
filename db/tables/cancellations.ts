import { type SqlBool, sql } from 'kysely'
import { byAccount, heldAccountsSql } from './core/client-rows.ts'
import { firmOnly } from './core/erasure.ts'
import type { FeatureTables } from './core/feature-tables.ts'
import { appendOnlyPrivileges, fullPrivileges, undeletablePrivileges } from './core/privileges.ts'

export const manifest: FeatureTables = {
  tables: {
    cancellation_reason: {
      rights: fullPrivileges,
      subject: 'reference',
      erased: firmOnly,
    },
    cancellation_quote: {
      rights: undeletablePrivileges,
      subject: 'cancellations',
      erased: { does: 'set', sets: { note: 'null' }, stays: ['tax_parts', 'execution_key'] },
      exported: byAccount,
    },
    retention_action: {
      rights: appendOnlyPrivileges,
      subject: 'cancellations',
      erased: { does: 'owner', sets: ['note'] },
      exported: (clientId) =>
        sql<SqlBool>`x.quote_id in (select q.id from cancellation_quote q where q.account_id in ${heldAccountsSql(clientId)})`,
    },
  },
}
