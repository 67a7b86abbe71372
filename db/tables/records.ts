import { type SqlBool, sql } from 'kysely'
import {
  byRecord,
  type ClientCondition,
  clientEntriesSql,
  clientImportsSql,
  clientRecords,
} from './core/client-rows.ts'
import { blank, firmOnly, noRequest, removed } from './core/erasure.ts'
import type { FeatureTables } from './core/feature-tables.ts'
import { fullPrivileges, undeletablePrivileges } from './core/privileges.ts'

const byComment: ClientCondition = (clientId) =>
  sql<SqlBool>`x.comment_id in (select x.id from record_comment x where ${byRecord(clientId)})`

const clientComments: ClientCondition = (clientId) =>
  sql<SqlBool>`x.comment_id in (select x.id from record_comment x where ${clientRecords(clientId)})`

/** Files about the client, those that brought them, and statements of the bank with their money. */
const clientFiles: ClientCondition = (clientId) => sql<SqlBool>`(${clientRecords(clientId)}
  or x.id in (select i.file_id from mapped_import i where i.id in (${clientImportsSql(clientId)}))
  or x.id in (select s.file_id from bank_statement s join bank_statement_line l on l.statement_id = s.id where l.entry_id in (${clientEntriesSql(clientId)})))`

export const manifest: FeatureTables = {
  tables: {
    stored_file: {
      rights: undeletablePrivileges,
      subject: null,
      merged: { entity_id: { becomes: 'moves', ofEntity: true } },
      erased: {
        does: 'set',
        rows: clientFiles,
        sets: { file_name: blank, removed_at: 'coalesce(x.removed_at, now())' },
        stays: ['purpose', 'entity', 'content_type', 'sha256'],
      },
      exported: byRecord,
    },
    record_comment: {
      rights: undeletablePrivileges,
      subject: 'recordPanels',
      merged: { entity_id: { becomes: 'moves', ofEntity: true } },
      erased: {
        does: 'set',
        rows: clientRecords,
        sets: {
          ...noRequest,
          ...removed,
          body: `''`,
          removed_fingerprint: 'null',
          pinned_at: 'null',
          pinned_by: 'null',
        },
        stays: ['entity', 'cvl', 'acting_cvl'],
      },
      exported: byRecord,
    },
    record_comment_version: {
      rights: undeletablePrivileges,
      subject: 'recordPanels',
      erased: { does: 'set', rows: clientComments, sets: { body: `''` }, stays: ['acting_cvl'] },
      exported: byComment,
    },
    record_mention: {
      rights: fullPrivileges,
      subject: 'recordPanels',
      erased: {
        does: 'delete',
        rows: clientComments,
      },
      exported: 'whom of the staff a comment names',
    },
    record_attachment: {
      rights: undeletablePrivileges,
      subject: 'recordPanels',
      merged: { entity_id: { becomes: 'moves', ofEntity: true } },
      erased: {
        does: 'set',
        rows: clientRecords,
        sets: { ...noRequest, ...removed, description: `''` },
        stays: ['entity', 'acting_cvl'],
      },
      exported: byRecord,
    },
    record_assignment: {
      rights: undeletablePrivileges,
      subject: 'recordPanels',
      merged: { entity_id: { becomes: 'stays', because: 'the survivor keeps who is in charge of it' } },
      erased: { does: 'nothing', stays: ['entity'] },
      exported: byRecord,
    },
    tag: {
      rights: fullPrivileges,
      subject: 'tags',
      erased: firmOnly,
    },
    record_tag: {
      rights: ['select', 'insert', 'delete'],
      subject: 'recordPanels',
      merged: { entity_id: { becomes: 'handled', how: 'the survivor gets the tags that it lacks' } },
      erased: { does: 'delete' },
      exported: byRecord,
    },
  },
}
