import { type SqlBool, sql } from 'kysely'
import { isRelatedClientSql } from '#server/domain/conflict-of-interest.ts'
import { coupleKindsSql, isCoupledSql } from '#server/domain/couples.ts'
import { defineImportKind } from '../mapped/import-handler-types.ts'
import { resolveNamedClients } from '../mapped/named-clients.ts'
import { clientColumnHeadings, toRowSubject } from '../mapped/parse-client.ts'
import { readRelationRow } from './read-relation.ts'
import { findRelationObstacles, undoRelations, writeRelations } from './write-relations.ts'

const otherIdSql = sql<string>`(r.fields ->> 'otherId')::bigint`

/** Of the row `r`: the two are so related already, whoever of them it was noted of. */
const hasRelationSql = sql<SqlBool>`exists (
  select from client_relation k
   where k.until is null and k.kind = r.fields ->> 'storedKind'
     and least(k.client_id, k.other_id) = least(r.client_id, ${otherIdSql}) and greatest(k.client_id, k.other_id) = greatest(r.client_id, ${otherIdSql}))`

/** Of the row `r`: the file makes more than one couple of one of the two. One pass over its rows. */
const isCoupledInFileSql = sql<SqlBool>`r.line in (
  select line from (
    select f.line, count(*) over (partition by person) as couples
      from import_check f cross join unnest(array[f.client_id, (f.fields ->> 'otherId')::bigint]) person
     where f.fields ->> 'storedKind' in ${coupleKindsSql}) counted
   where couples > 1)`

/** Families and companies: what another client is to a client. */
export const relationsHandler = defineImportKind({
  headings: {
    client: clientColumnHeadings,
    relation: [
      'relacion',
      'parentesco',
      'vinculo',
      'tipo de relacion',
      'relacao',
      'parentesco',
      'relationship',
      'type',
    ],
    related: [
      'relacionado',
      'cliente relacionado',
      'familiar',
      'otro cliente',
      'nif relacionado',
      'cvl relacionado',
      'cliente relacionado nif',
      'relacionado com',
      'outro cliente',
      'related client',
      'related to',
    ],
    since: ['desde', 'fecha', 'desde cuando', 'data'],
  },
  read: readRelationRow,
  key: (content) => {
    const { client, related, storedKind } = content
    return [[client.number, related.number].sort(), storedKind]
  },
  keyField: 'related',
  subject: (content) => toRowSubject(content.client),
  subjectField: 'client',
  prepare: (tx, maker) => resolveNamedClients(tx, maker, { field: 'related', idField: 'otherId' }),
  known: hasRelationSql,
  check: async ({ refuse, businessDate, maker }) => {
    await refuse('related', 'client', sql<SqlBool>`r.fields ->> 'otherId' is null`)
    await refuse('related', 'invalid', sql<SqlBool>`${otherIdSql} = r.client_id`)
    await refuse('since', 'future', sql<SqlBool>`(r.fields ->> 'since')::date > ${businessDate}::date`)
    await refuse(
      'relation',
      'coupled',
      sql<SqlBool>`${isCoupledSql({ clientId: sql`r.client_id`, otherId: otherIdSql, kind: sql`r.fields ->> 'storedKind'` })} or ${isCoupledInFileSql}`,
    )
    if (maker.employeeId !== null)
      await refuse('related', 'ownRecord', isRelatedClientSql(maker.employeeId, businessDate, otherIdSql))
  },
  figures: {
    word: sql<string>`'newRelation'`,
    amount: sql<null>`null::numeric`,
    day: sql<null>`null::date`,
  },
  carryOut: writeRelations,
  findObstacles: findRelationObstacles,
  undo: undoRelations,
})
