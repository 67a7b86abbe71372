import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { toSearchText } from '#rules/search-text.ts'
import { normalizeTextSql } from '#server/core/person-name.ts'

/** Whether each word of the text stands somewhere in one of these columns, whatever its case and accents; undefined where the text has no word. */
export const matchesEachWord = (text: string, columns: readonly string[]): RawBuilder<SqlBool> | undefined => {
  const words = toSearchText(text).split(' ').filter(Boolean)
  if (words.length === 0) return undefined
  const searched = normalizeTextSql(sql`concat_ws(' ', ${sql.join(columns.map((column) => sql.ref(column)))})`)
  return sql<SqlBool>`(${sql.join(
    words.map((word) => sql`strpos(${searched}, ${word}) > 0`),
    sql` and `,
  )})`
}
