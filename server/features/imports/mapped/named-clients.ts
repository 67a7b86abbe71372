import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'
import type { ImportMaker } from './import-handler-types.ts'

/**
 * Says of each staged row who a further client is that it names, of those that the maker sees: by CVL, or by the number of a document that one
 * client has. A merged record leads to the one that is left.
 */
export const resolveNamedClients = async (
  tx: Kysely<DB>,
  { scopes }: ImportMaker,
  { field, idField }: { field: string; idField: string },
): Promise<void> => {
  // A value, not `in` or `exists`: looked up by its key for each that is named, never as a set of all visible clients.
  const isVisible = selectVisibleClients({ db: tx, scopes })
    .where('c.clientId', '=', sql<string>`f.id`)
    .select(sql.lit(1).as('one'))
  const named = sql`r.fields -> ${sql.lit(field)}`
  await sql`
    with found as materialized (
      select n.cvl, (select case when count(*) = 1 then min(k.id) end from (
               select coalesce(c.merged_into_id, c.id) as id from client c where c.cvl = n.cvl
               union select coalesce(c.merged_into_id, c.id) from client c where c.identity_number = n.number) k) as id
        from (select distinct ${named} ->> 'cvl' as cvl, ${named} ->> 'number' as number from import_check r where jsonb_typeof(${named}) = 'object') n
    )
    update import_check r set fields = r.fields || jsonb_build_object(${sql.lit(idField)}, case when (${isVisible}) is not null then f.id::text end)
      from found f where f.cvl = ${named} ->> 'cvl'`.execute(tx)
}
