import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { toSearchText } from '#rules/search-text.ts'
import { normalizeTextSql } from '#server/core/person-name.ts'

const joinWords = (words: readonly string[], searched: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.join(
    words.map((word) => sql`strpos(${searched}, ${word}) > 0`),
    sql` and `,
  )})`

/** Whether each word of the text stands somewhere in one of these columns, whatever its case and accents; undefined where the text has no word. */
export const matchesEachWord = (text: string, columns: readonly string[]): RawBuilder<SqlBool> | undefined => {
  const words = toSearchText(text).split(' ').filter(Boolean)
  if (words.length === 0) return undefined
  const searched = normalizeTextSql(sql`concat_ws(' ', ${sql.join(columns.map((column) => sql.ref(column)))})`)
  return joinWords(words, searched)
}

/** The same in texts that are stored as the search compares them. */
export const matchesEachSearchWord = (text: string, columns: readonly string[]): RawBuilder<SqlBool> | undefined => {
  const words = toSearchText(text).split(' ').filter(Boolean)
  if (words.length === 0) return undefined
  const searched = sql`concat_ws(' ', ${sql.join(columns.map((column) => sql.ref(column)))})`
  return joinWords(words, searched)
}
