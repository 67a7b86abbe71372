import { type SqlBool, sql } from 'kysely'
import { byClient, isOwnSql } from './core/client-rows.ts'
import { blank, firmOnly } from './core/erasure.ts'
import type { FeatureTables } from './core/feature-tables.ts'
import { fullPrivileges, readOnlyPrivileges, undeletablePrivileges } from './core/privileges.ts'

export const manifest: FeatureTables = {
  tables: {
    contact: {
      rights: undeletablePrivileges,
      subject: 'contacts',
      merged: { client_id: { becomes: 'moves' } },
      erased: {
        does: 'set',
        rows: (clientId) => sql<SqlBool>`${isOwnSql('client_id', clientId)}`,
        sets: {
          name: blank,
          surname: `''`,
          email: 'null',
          phone: 'null',
          profession: 'null',
          marital_status: 'null',
          education: 'null',
          contact_type: 'null',
          past_outcome: 'null',
          external_ref: 'null',
          observations: `''`,
          family: `''`,
          lost_note: 'null',
        },
        stays: ['country', 'stage', 'lost_reason'],
      },
      exported: byClient,
    },
    contact_tally: {
      rights: readOnlyPrivileges,
      subject: 'contacts',
      erased: 'counts and handovers of contacts, by ids alone',
    },
    contact_type: {
      rights: fullPrivileges,
      subject: 'reference',
      erased: firmOnly,
    },
    contact_work: {
      rights: fullPrivileges,
      subject: 'reference',
      erased: firmOnly,
    },
    contact_reference: {
      rights: fullPrivileges,
      subject: 'reference',
      erased: firmOnly,
    },
    contact_source: {
      rights: fullPrivileges,
      subject: 'reference',
      erased: firmOnly,
    },
  },
}
