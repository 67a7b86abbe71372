import { byClient } from './core/client-rows.ts'
import { blank, noRequest, removed } from './core/erasure.ts'
import type { FeatureTables } from './core/feature-tables.ts'
import { undeletablePrivileges } from './core/privileges.ts'

export const manifest: FeatureTables = {
  tables: {
    client_document: {
      rights: undeletablePrivileges,
      subject: 'clientDocuments',
      merged: { client_id: { becomes: 'moves' } },
      erased: { does: 'set', sets: { ...noRequest, ...removed, title: blank }, stays: ['acting_cvl'] },
      exported: byClient,
    },
  },
}
