import { type SqlBool, sql } from 'kysely'
import { ownOrderSql } from './core/client-rows.ts'
import { firmOnly } from './core/erasure.ts'
import type { FeatureTables } from './core/feature-tables.ts'
import { appendOnlyPrivileges, fullPrivileges, undeletablePrivileges } from './core/privileges.ts'

export const manifest: FeatureTables = {
  tables: {
    payment_order: {
      rights: undeletablePrivileges,
      subject: 'payments',
      merged: { client_id: { becomes: 'moves' } },
      erased: { does: 'set', sets: { reason: 'null' }, stays: ['idempotency_key', 'request_hash', 'return_code'] },
      exported: (clientId) => ownOrderSql(clientId, 'x'),
    },
    payment_step: {
      rights: appendOnlyPrivileges,
      subject: 'payments',
      erased: { does: 'owner', sets: ['reason'] },
      exported: (clientId) =>
        sql<SqlBool>`x.order_id in (select o.id from payment_order o where ${ownOrderSql(clientId, 'o')})`,
    },
    withdrawal_limit: {
      rights: fullPrivileges,
      subject: 'settings',
      erased: firmOnly,
    },
  },
}
