import { type SqlBool, sql } from 'kysely'
import { byClient, type ClientCondition, ownRecordsSql } from './core/client-rows.ts'
import type { FeatureTables } from './core/feature-tables.ts'
import { appendOnlyPrivileges, undeletablePrivileges } from './core/privileges.ts'

const byPresentation: ClientCondition = (clientId) =>
  sql<SqlBool>`x.presentation_id in (select p.id from presentation p where p.client_id in ${ownRecordsSql(clientId)})`

export const manifest: FeatureTables = {
  tables: {
    presentation: {
      rights: undeletablePrivileges,
      subject: 'presentations',
      merged: { client_id: { becomes: 'moves' } },
      erased: { does: 'delete', byOwner: true },
      exported: byClient,
    },
    presentation_version: {
      rights: appendOnlyPrivileges,
      subject: 'presentations',
      erased: { does: 'delete', byOwner: true },
      exported: byPresentation,
    },
  },
}
