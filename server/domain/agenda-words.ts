import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Ctx } from '#server/core/ctx.ts'
import { hasFirmWideScope } from '#server/core/rights.ts'
import type { SearchHit } from '#server/core/search-source.ts'
import { isAboutVisiblePersonSql, isAttendedByReachSql } from './agenda-person.ts'
import { escapeLikePattern, hasTrigram, splitSearchWords } from './client-text-search.ts'
import { isOwnerVisibleSql, selectVisibleStaff } from './visibility.ts'

/** Tables of the agenda whose rows are found by what was written of them, `words_text`. */
export type AgendaWordsTable = 'call' | 'meeting' | 'follow_up' | 'contact'

/** Of the rows on so many pages all over the table, the share that has the words tells whether these are common: one in fifty, and ten at least. */
const sampledPages = 40
const commonIsOneIn = 50
export const minCommonInSample = 10
/** So many notes of contacts are looked at for the same. */
const sampledNotes = 500
/** Of what is rarer so many are looked at that the index finds. */
const maxIndexMatches = 500
/** What is common is looked for among so many of the latest in reach: of all together, or shared among the members of a team. */
const maxLookedThrough = 1500
const minLookedThroughEach = 25
const maxLatestMatches = 500

/** Each word of the text somewhere in the words of `a`; nothing where there is no word. What has no trigram begins a word. */
const matchesWordsSql = (text: string, column: RawBuilder<unknown> = sql`a.words_text`): RawBuilder<SqlBool> => {
  const words = splitSearchWords(text)
  const patterns = words.map((word) => `${hasTrigram(word) ? '%' : '% '}${escapeLikePattern(word)}%`)
  return words.length === 0
    ? sql<SqlBool>`false`
    : sql<SqlBool>`(${column} <> ' ' and ${sql.join(
        patterns.map((pattern) => sql`${column} like ${pattern}`),
        sql` and `,
      )})`
}

/** Which rows count, and where those of a member of staff stand in the order of their time: each has an index of both, of the rows `x` that `has` names. */
const sources = {
  call: {
    table: 'call',
    id: 'id',
    time: 'called_at',
    has: sql`true`,
    isLive: sql`a.deactivated_at is null`,
    read: sql`r.id, r.words_text, r.deactivated_at, r.reason`,
  },
  meeting: {
    table: 'meeting_attendee',
    id: 'meeting_id',
    time: 'starts_at',
    has: sql`true`,
    isLive: sql`a.state <> 'canceled'`,
    read: sql`r.id, r.words_text, r.state`,
  },
  follow_up: {
    table: 'follow_up',
    id: 'id',
    time: 'due_on',
    has: sql`true`,
    isLive: sql`a.state <> 'deleted'`,
    read: sql`r.id, r.words_text, r.state`,
  },
  contact: {
    table: 'contact',
    id: 'id',
    time: 'created_at',
    has: sql`x.deleted_at is null`,
    isLive: sql`a.deleted_at is null`,
    read: sql`r.id, r.words_text, r.deleted_at`,
  },
} as const satisfies Record<
  AgendaWordsTable,
  {
    table: string
    id: string
    time: string
    has: RawBuilder<unknown>
    isLive: RawBuilder<unknown>
    /** All that is asked of a row: of a wide one the rest is left alone. */
    read: RawBuilder<unknown>
  }
>

/** Whether the caller sees the row `a`: somebody in reach owns it or takes part in it, or it is about a contact or client whom they see. */
const isRowVisibleSql = (ctx: Ctx, name: AgendaWordsTable): RawBuilder<SqlBool> => {
  if (hasFirmWideScope(ctx)) return sql<SqlBool>`true`
  if (name === 'contact') return isOwnerVisibleSql(ctx, sql`a.employee_id`)
  const isInReach = name === 'meeting' ? isAttendedByReachSql(ctx, 'a') : isOwnerVisibleSql(ctx, sql`a.employee_id`)
  return sql<SqlBool>`(${isInReach} or ${isAboutVisiblePersonSql(ctx, 'a')})`
}

/** How many of the latest rows of each member of staff in reach are looked through. */
const countLookedThroughEach = ({ scopes }: Ctx): number => {
  const people = Math.max(...scopes.map(({ staffIds }) => staffIds.length), 1)
  return Math.max(minLookedThroughEach, Math.floor(maxLookedThrough / people))
}

/** Whether the latest rows are not all that those in reach have. */
const hasOlderSql = (ctx: Ctx, name: AgendaWordsTable): RawBuilder<SqlBool> => {
  const isMore = (from: string, max: number, condition: RawBuilder<unknown>) =>
    sql`(select count(*) from (select from ${sql.table(from)} x where ${condition} limit ${sql.lit(max + 1)}) n) > ${sql.lit(max)}`
  const { table, has } = sources[name]
  // A meeting counts once for all who take part.
  if (hasFirmWideScope(ctx)) return sql<SqlBool>`${isMore(name, maxLookedThrough, has)}`
  const isMoreOfOne = isMore(table, countLookedThroughEach(ctx), sql`x.employee_id = e.id and ${has}`)
  return sql<SqlBool>`exists (select from (${selectVisibleStaff(ctx).select('e.id')}) e where ${isMoreOfOne})`
}

/** The latest rows of those in reach: of all together, or so many of each member of staff. */
const selectLatestSql = (ctx: Ctx, name: AgendaWordsTable): RawBuilder<unknown> => {
  const { table, id, time, has } = sources[name]
  const latest = (from: string, max: number, condition: RawBuilder<unknown>, ref: string) => sql`
    select ${sql.ref(`x.${ref}`)} as id from ${sql.table(from)} x
     where ${condition} and ${sql.ref(`x.${time}`)} is not null order by ${sql.ref(`x.${time}`)} desc limit ${sql.lit(max)}`
  if (hasFirmWideScope(ctx)) return sql`(${latest(name, maxLookedThrough, has, 'id')})`
  const each = countLookedThroughEach(ctx)
  return sql`(select n.* from (${selectVisibleStaff(ctx).select('e.id')}) e
    cross join lateral (${latest(table, each, sql`x.employee_id = e.id and ${has}`, id)}) n)`
}

export type WordMatches = {
  /** Tables that the statement names with `with`, in this order, each as `name as materialized (…)`. */
  tables: RawBuilder<unknown>[]
  /** Ids of the rows that the caller sees. */
  ids: RawBuilder<unknown>
  /** Whether more rows may have the words than are looked at. */
  isCut: RawBuilder<SqlBool>
}

/** Of the rows of a sample. */
const areCommonSql = (haveWords: RawBuilder<SqlBool>): RawBuilder<SqlBool> => {
  const matches = sql`count(*) filter (where ${haveWords})`
  return sql<SqlBool>`${matches} >= ${sql.lit(minCommonInSample)} and ${matches} * ${sql.lit(commonIsOneIn)} >= count(*)`
}

/** The same pages each time, as long as the table grows slowly: a page and its count find the same rows. */
const sampleSql = (name: AgendaWordsTable): RawBuilder<unknown> => {
  const rows = sql.table(name)
  return sql`${rows} a tablesample system (least(100, ${sql.lit(sampledPages * 100)} * 8192.0 / greatest(pg_relation_size(${sql.lit(name)}::regclass), 1))::real) repeatable (1)`
}

/** What was noted on the pages of contacts; `n` names a note. Nothing elsewhere. */
const notesOf = (name: AgendaWordsTable, text: string) => {
  if (name !== 'contact') return null
  const column = sql`n.words_text`
  return {
    // In the order of an index: most comments are about other records.
    isCommon: sql`(select ${areCommonSql(matchesWordsSql(text, sql`(${column} || '')`))}
      from (select n.words_text from record_comment n where n.entity = 'contact' order by n.entity_id desc limit ${sql.lit(sampledNotes)}) n)`,
    found: (condition: RawBuilder<SqlBool>) =>
      sql`select n.entity_id as id from record_comment n where ${condition} and ${matchesWordsSql(text, column)} limit ${sql.lit(maxIndexMatches + 1)}`,
    ofRow: sql<SqlBool>`exists (select from record_comment n where n.entity = 'contact' and n.entity_id = a.id
      and ${matchesWordsSql(text, sql`(${column} || '')`)})`,
  }
}

/**
 * The rows of a table that have the words of a text and that the caller sees. A sample tells whether the words are common: then they are looked for
 * among the latest rows of those in reach. Rarer ones are found in the index, wherever they are. `also`: another condition on `a`, for the latest alone.
 * A contact has the words of each note on its page too.
 */
export const findWordMatches = (
  ctx: Ctx,
  name: AgendaWordsTable,
  text: string,
  also?: RawBuilder<SqlBool>,
): WordMatches => {
  const { isLive } = sources[name]
  const rows = sql.table(name)
  const notes = notesOf(name, text)
  const [sample, found, latest] = ['sample', 'found', 'latest'].map((part) => sql.table(`${name}_${part}`))
  const matches = matchesWordsSql(text)
  // Of rows that are there already: as an expression that no index has, or all others with the words would be found first.
  const haveWords = matchesWordsSql(text, sql`(a.words_text || '')`)
  const isCommon = sql<SqlBool>`(select s.is_common from ${sample} s)`
  const isOverfull = sql<SqlBool>`(select count(*) from ${found}) > ${sql.lit(maxIndexMatches)}`
  const needsLatest = sql<SqlBool>`(${sql.lit(also !== undefined)} or ${isCommon} or ${isOverfull})`
  const foundRows = sql`select a.id from ${rows} a where not ${isCommon} and ${matches} limit ${sql.lit(maxIndexMatches + 1)}`
  const areCommon = sql`(select ${areCommonSql(haveWords)} from ${sampleSql(name)})`
  return {
    tables: [
      sql`${sample} as materialized (select ${areCommon}${notes ? sql` or ${notes.isCommon}` : sql``} as is_common)`,
      sql`${found} as materialized (${notes ? sql`(${foundRows}) union (${notes.found(sql<SqlBool>`not ${isCommon}`)})` : foundRows})`,
      sql`${latest} as materialized (
        select a.id from ${selectLatestSql(ctx, name)} n
         cross join lateral (select ${sources[name].read} from ${rows} r where r.id = n.id offset 0) a
         where ${needsLatest} and ${isLive} and (${haveWords} or ${also ?? notes?.ofRow ?? sql`false`}) limit ${sql.lit(maxLatestMatches)})`,
    ],
    ids: sql`(select a.id from ${found} n join ${rows} a on a.id = n.id where ${isLive} and ${isRowVisibleSql(ctx, name)}
      union select n.id from ${latest} n)`,
    isCut: sql<SqlBool>`(${needsLatest} and ${hasOlderSql(ctx, name)})`,
  }
}

/** The head of a statement over those tables; nothing where there are none. */
export const withTablesSql = (tables: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  tables.length > 0 ? sql`with ${sql.join(tables)}` : sql``

/** What was found first, and of the others whatever it lacks, up to so many. */
export const addOtherHits = (first: readonly SearchHit[], others: readonly SearchHit[], max: number): SearchHit[] =>
  [...first, ...others.filter(({ id }) => first.every((one) => one.id !== id))].slice(0, max)
