import { type RawBuilder, sql } from 'kysely'

/** Who uploaded the file of that row; null where they are unknown by now. */
export const uploaderNameSql = (table: 'u' | 's'): RawBuilder<string | null> => {
  const userId = sql.ref(`${table}.uploaded_by`)
  return sql`(select n.full_name from registry.people_named(array[${userId}]) n where n.user_id = ${userId})`
}
