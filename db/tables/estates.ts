import { type SqlBool, sql } from 'kysely'
import { byClient, type ClientCondition, ownRecordsSql } from './core/client-rows.ts'
import { blank, idsAndAmountsOnly } from './core/erasure.ts'
import type { FeatureTables } from './core/feature-tables.ts'
import { appendOnlyPrivileges, fullPrivileges, undeletablePrivileges } from './core/privileges.ts'

const byEstate: ClientCondition = (clientId) =>
  sql<SqlBool>`x.estate_id in (select e.id from estate e where e.client_id in ${ownRecordsSql(clientId)})`

export const manifest: FeatureTables = {
  tables: {
    estate: {
      rights: undeletablePrivileges,
      subject: 'clients',
      merged: {
        client_id: {
          becomes: 'moves',
          unless: 'exists (select from estate k where k.client_id = $survivor)',
        },
      },
      erased: idsAndAmountsOnly,
      exported: byClient,
    },
    estate_requirement: {
      rights: undeletablePrivileges,
      subject: 'clients',
      erased: { does: 'set', sets: { note: blank } },
      exported: byEstate,
    },
    estate_recipient: {
      rights: fullPrivileges,
      subject: 'clients',
      merged: {
        client_id: {
          becomes: 'moves',
          unless: `exists (select from estate_recipient k where k.estate_id = m.estate_id and k.client_id = $survivor and (k.role = 'co_holder') = (m.role = 'co_holder'))
      or exists (select from estate e where e.id = m.estate_id and e.client_id = $survivor)`,
        },
      },
      erased: idsAndAmountsOnly,
      exported: byClient,
    },
    estate_payment: {
      rights: appendOnlyPrivileges,
      subject: 'clients',
      merged: { client_id: { becomes: 'stays', because: 'it only grows, and says to whom it was paid' } },
      erased: idsAndAmountsOnly,
      exported: byClient,
    },
  },
}
