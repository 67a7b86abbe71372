import { type SqlBool, sql } from 'kysely'
import { byClient, isOwnSql } from './core/client-rows.ts'
import type { FeatureTables } from './core/feature-tables.ts'
import { fullPrivileges } from './core/privileges.ts'

/** A relation of the two records with each other, or one that the survivor has too. */
const buildRepeatedRelationSql = (otherColumn: string) => `m.${otherColumn} = $survivor or m.until is null and exists (
  select from client_relation k where k.until is null and k.kind = m.kind and k.id <> m.id
     and (k.client_id = $survivor and k.other_id = m.${otherColumn} or k.other_id = $survivor and k.client_id = m.${otherColumn}))`

export const manifest: FeatureTables = {
  tables: {
    client_relation: {
      rights: fullPrivileges,
      subject: 'clients',
      merged: {
        client_id: { becomes: 'moves', unless: buildRepeatedRelationSql('other_id') },
        other_id: { becomes: 'moves', unless: buildRepeatedRelationSql('client_id') },
      },
      erased: { does: 'delete' },
      exported: (clientId) => sql<SqlBool>`(${byClient(clientId)} or ${isOwnSql('other_id', clientId)})`,
    },
  },
}
