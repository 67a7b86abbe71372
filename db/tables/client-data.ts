import { type SqlBool, sql } from 'kysely'
import { byClient, isPersonOfClientSql } from './core/client-rows.ts'
import type { FeatureTables } from './core/feature-tables.ts'
import { fullPrivileges, undeletablePrivileges } from './core/privileges.ts'

export const manifest: FeatureTables = {
  tables: {
    client_person: {
      rights: fullPrivileges,
      subject: 'clients',
      merged: {
        client_id: {
          becomes: 'moves',
          unless: `exists (select from client_person k where k.client_id = $survivor and k.role = m.role and (m.role = 'owner'
      or lower(k.name) = lower(m.name) and lower(k.surname) = lower(m.surname) and k.identity_number is not distinct from m.identity_number))`,
        },
      },
      erased: { does: 'delete' },
      // Also where they act for others, or own them: that is said of them.
      exported: (clientId) =>
        sql<SqlBool>`(${byClient(clientId)} or x.id in (select p.id from client_person p where ${isPersonOfClientSql(clientId)}))`,
    },
    client_identity_change: {
      rights: undeletablePrivileges,
      subject: 'clients',
      merged: { client_id: { becomes: 'moves' } },
      erased: {
        does: 'set',
        sets: {
          identity_number: 'null',
          seen_identity: 'null',
          email: 'null',
          seen_email: 'null',
          status: `case when x.sets_status then '{}'::jsonb end`,
          seen_status: `case when x.sets_status then '{}'::jsonb end`,
        },
      },
      exported: byClient,
    },
  },
}
