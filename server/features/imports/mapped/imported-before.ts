import { type Kysely, sql } from 'kysely'
import type { ImportKind } from '#contract/imports/fields.ts'
import type { DB } from '#db/types.ts'

/**
 * What was imported before, and not taken back since, under the keys of the staged rows: each key is looked up by the index, whatever the
 * statistics say.
 */
export const createImportedBeforeTable = async (tx: Kysely<DB>, kind: ImportKind): Promise<void> => {
  await sql`
    create temporary table import_before on commit drop as
    select o.key, o.hash
      from (select distinct key from import_check) k,
           lateral (select o.import_id, o.key, o.hash from mapped_import_row o where o.key = k.key and not o.known offset 0) o
     where o.import_id in (select i.id from mapped_import i where i.kind = ${kind} and i.state in ('imported', 'undoing'))`.execute(
    tx,
  )
  await sql`analyze import_before`.execute(tx)
}

export const importedBeforeSql = sql`select from import_before o where o.key = r.key`
