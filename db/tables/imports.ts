import { type SqlBool, sql } from 'kysely'
import { byAccount, type ClientCondition, clientImportsSql, isClientRowSql } from './core/client-rows.ts'
import { firmOnly } from './core/erasure.ts'
import type { FeatureTables } from './core/feature-tables.ts'
import { fullPrivileges, undeletablePrivileges } from './core/privileges.ts'

const byImport: ClientCondition = (clientId) => sql<SqlBool>`x.id in (${clientImportsSql(clientId)})`

/** Of a row of a file its figures and keys stay: the list of the import goes on showing them. */
const erasedFields = `(select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(x.fields) f
  where f.key in ('amount', 'kind', 'bookingDate', 'valueDate', 'instruction', 'product', 'balanceOn', 'asOf', 'allSigned', 'calledOn', 'meetingOn'))`

export const manifest: FeatureTables = {
  tables: {
    campaign: {
      rights: fullPrivileges,
      subject: 'contacts',
      erased: firmOnly,
    },
    scheduled_payment: {
      rights: fullPrivileges,
      subject: 'payments',
      erased: { does: 'delete' },
      exported: byAccount,
    },
    mapped_import: {
      rights: undeletablePrivileges,
      subject: 'imports',
      erased: {
        does: 'set',
        rows: byImport,
        sets: { sample: 'null', file_id: 'null' },
        stays: ['kind', 'file_name', 'sha256', 'headings', 'form', 'mapping', 'figures', 'failure', 'failed_at'],
      },
      exported: 'a file about many clients',
    },
    mapped_import_row: {
      rights: fullPrivileges,
      subject: 'imports',
      erased: {
        does: 'set',
        rows: (clientId) => isClientRowSql(clientId, sql`x`),
        sets: { fields: erasedFields },
        stays: ['key', 'hash', 'decision'],
      },
      exported: 'a row of a file about them: what was taken from it stands in their own rows',
    },
    mapped_import_fault: {
      rights: ['select', 'insert', 'delete'],
      subject: 'imports',
      erased: {
        does: 'delete',
        rows: (
          clientId,
        ) => sql<SqlBool>`exists (select from mapped_import_row r where r.import_id = x.import_id and r.line = x.line
      and ${isClientRowSql(clientId)})`,
      },
      exported: 'what was wrong in a row of a file',
    },
  },
  functions: ['find_dependent_rows'],
}
