import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * True where the value is one of these; there is at least one. One by itself is compared as such: an index that begins with it then gives its
 * rows in the order of what follows.
 */
export const isOneOfSql = (value: RawBuilder<unknown>, values: readonly string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`${value} in (${sql.join(values)})`

/**
 * The same with the values in the text of the statement: for words of a short list that is known beforehand. A statement that is prepared is then planned
 * for them.
 */
export const isOneOfWordsSql = (value: RawBuilder<unknown>, words: readonly string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`${value} in (${sql.join(words.map((word) => sql.lit(word)))})`
