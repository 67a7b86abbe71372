import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Ctx } from '#server/core/ctx.ts'
import { executeSteady } from '#server/core/steady-statement.ts'
import { escapeLikePattern, hasTrigram } from './client-text-search.ts'

/** Tables of the agenda whose rows are found by what was written of them, `words_text`. */
export const agendaWordsTables = ['call', 'meeting', 'follow_up', 'contact'] as const
export type AgendaWordsTable = (typeof agendaWordsTables)[number]

/** Of the rows on so many pages all over the table, the share that has the words tells whether these are common: one in fifty, and ten at least. */
const sampledPages = 40
const commonIsOneIn = 50
export const minCommonInSample = 10
/** So many notes of contacts are looked at for the same. */
const sampledNotes = 500

/** A word somewhere in a text as the search compares it; what has no trigram begins a word. */
const matchesWordSql = (word: string, column: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`${column} like ${`${hasTrigram(word) ? '%' : '% '}${escapeLikePattern(word)}%`}`

/** Each of the words somewhere in the text; nothing where there is no word. */
export const matchesWordsSql = (words: readonly string[], column: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  words.length === 0
    ? sql<SqlBool>`false`
    : sql<SqlBool>`(${column} <> ' ' and ${sql.join(
        words.map((word) => matchesWordSql(word, column)),
        sql` and `,
      )})`

type Counts = { rows: number; together: number; each: number[] }

/** How many of the rows there are have all of the words, and how many each of them: the same of one word. */
const countsSql = (words: readonly string[], column: RawBuilder<unknown>): RawBuilder<unknown> => {
  const together = sql`count(*) filter (where ${matchesWordsSql(words, column)})`
  const each =
    words.length === 1 ? [together] : words.map((word) => sql`count(*) filter (where ${matchesWordSql(word, column)})`)
  return sql`json_build_object('rows', count(*), 'together', ${together}, 'each', json_build_array(${sql.join(each)}))`
}

/** The same pages each time, as long as the table grows slowly: a page and its count find the same rows. */
const sampleSql = (name: AgendaWordsTable): RawBuilder<unknown> => {
  const rows = sql.table(name)
  return sql`${rows} a tablesample system (least(100, ${sql.lit(sampledPages * 100)} * 8192.0 / greatest(pg_relation_size(${sql.lit(name)}::regclass), 1))::real) repeatable (1)`
}

/** Notes of contacts in the order of an index: most comments are about other records. */
const sampledNotesSql = sql`(select n.words_text from record_comment n where n.entity = 'contact' order by n.entity_id desc limit ${sql.lit(sampledNotes)}) a`

const isCommon = (rows: number, found: number): boolean => found >= minCommonInSample && found * commonIsOneIn >= rows

/** What a sample of all rows tells of words. */
export type WordSample = {
  /** Many rows have all of them. */
  isCommon: boolean
  /** Those by which an index finds rows quickest: those that few have, else all. */
  rare: readonly string[]
}

const toSample = (words: readonly string[], counted: readonly Counts[]): WordSample => {
  const rare = words.filter((_, n) => counted.every(({ rows, each }) => !isCommon(rows, each[n]!)))
  return {
    isCommon: counted.some(({ rows, together }) => isCommon(rows, together)),
    rare: rare.length > 0 ? rare : words,
  }
}

/** What is known of the words in each of these tables, asked in one statement; `words` has one at least. */
export const sampleWords = async <N extends AgendaWordsTable>(
  { db }: Pick<Ctx, 'db'>,
  names: readonly N[],
  words: readonly string[],
): Promise<Record<N, WordSample>> => {
  const counted = (from: RawBuilder<unknown>) => sql`(select ${countsSql(words, sql`a.words_text`)} from ${from})`
  const columns = names.map((name) => {
    const sources = name === 'contact' ? [sampleSql(name), sampledNotesSql] : [sampleSql(name)]
    return sql`json_build_array(${sql.join(sources.map(counted))})`
  })
  const statement = sql<{ counts: Counts[][] }>`select json_build_array(${sql.join(columns)}) as counts`
  const [{ counts }] = (await executeSteady(db, statement.compile(db), 'search')) as [{ counts: Counts[][] }]
  return Object.fromEntries(names.map((name, n) => [name, toSample(words, counts[n]!)])) as Record<N, WordSample>
}
