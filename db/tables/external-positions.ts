import { type SqlBool, sql } from 'kysely'
import { byClient, type ClientCondition, ownRecordsSql } from './core/client-rows.ts'
import { firmOnly } from './core/erasure.ts'
import type { FeatureTables } from './core/feature-tables.ts'
import { fullPrivileges, undeletablePrivileges } from './core/privileges.ts'

const byPosition: ClientCondition = (clientId) =>
  sql<SqlBool>`x.position_id in (select p.id from external_position p where p.client_id in ${ownRecordsSql(clientId)})`

export const manifest: FeatureTables = {
  tables: {
    external_product: {
      rights: undeletablePrivileges,
      subject: 'externalPositions',
      erased: firmOnly,
    },
    external_position: {
      rights: undeletablePrivileges,
      subject: 'externalPositions',
      merged: { client_id: { becomes: 'moves' } },
      erased: { does: 'delete', byOwner: true },
      exported: byClient,
    },
    // A value of a wrong day can be taken away; the audit keeps it.
    external_position_value: {
      rights: fullPrivileges,
      subject: 'externalPositions',
      erased: { does: 'delete', byOwner: true },
      exported: byPosition,
    },
  },
}
