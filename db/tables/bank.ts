import { type SqlBool, sql } from 'kysely'
import { byAccount, clientEntriesSql } from './core/client-rows.ts'
import { firmOnly, idsAndAmountsOnly } from './core/erasure.ts'
import type { FeatureTables } from './core/feature-tables.ts'
import { appendOnlyPrivileges, undeletablePrivileges } from './core/privileges.ts'

export const manifest: FeatureTables = {
  tables: {
    bank_account: {
      rights: appendOnlyPrivileges,
      subject: 'bankEntries',
      erased: firmOnly,
    },
    bank_statement: {
      rights: appendOnlyPrivileges,
      subject: 'bankEntries',
      erased: 'names of files that the bank or staff chose, with the content in the store of files',
    },
    bank_upload: {
      rights: undeletablePrivileges,
      subject: 'bankEntries',
      erased: 'waits for a second person for days, and holds nothing after that',
    },
    bank_statement_line: {
      rights: appendOnlyPrivileges,
      subject: 'bankEntries',
      erased: idsAndAmountsOnly,
    },
    bank_entry: {
      rights: undeletablePrivileges,
      subject: 'bankEntries',
      erased: {
        does: 'set',
        rows: (clientId) => sql<SqlBool>`x.id in (${clientEntriesSql(clientId)})`,
        sets: {
          reference: `'erased ' || x.id`,
          counterparty_name: 'null',
          counterparty_number: 'null',
          remittance: `''`,
          end_to_end: 'null',
          reason: 'null',
        },
        stays: ['proposed_by', 'bar', 'assigned_key', 'currency'],
      },
      exported: byAccount,
    },
    bank_entry_journal: {
      rights: appendOnlyPrivileges,
      subject: 'bankEntries',
      erased: idsAndAmountsOnly,
    },
  },
  functions: ['is_bank_number', 'plain_number'],
}
