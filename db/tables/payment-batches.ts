import { type SqlBool, sql } from 'kysely'
import { ownOrderSql } from './core/client-rows.ts'
import type { FeatureTables } from './core/feature-tables.ts'
import { appendOnlyPrivileges, undeletablePrivileges } from './core/privileges.ts'

export const manifest: FeatureTables = {
  tables: {
    payment_batch: {
      rights: undeletablePrivileges,
      subject: 'paymentBatches',
      erased: {
        does: 'set',
        rows: (clientId) => sql<SqlBool>`x.file is not null and x.id in (
      select o.batch_id from payment_order o where ${ownOrderSql(clientId, 'o')})`,
        sets: { file: 'null', file_erased_at: 'now()' },
        stays: ['sha256', 'debtor', 'idempotency_key', 'request_hash', 'pay_currency'],
      },
      exported: 'a file for the bank that names all who are paid by it: their own payments say the same',
    },
    payment_batch_step: {
      rights: appendOnlyPrivileges,
      subject: 'paymentBatches',
      erased: 'seals and histories without words about clients',
    },
  },
}
