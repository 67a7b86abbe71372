import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Ctx } from '#server/core/ctx.ts'
import { dayStartSql } from '#server/core/day-start.ts'
import { isOneOfSql } from '#server/core/one-of.ts'
import { hasFirmWideScope } from '#server/core/rights.ts'
import type { OncePerSearch, SearchHit } from '#server/core/search-source.ts'
import { isAboutVisiblePersonSql, isAttendedByReachSql } from './agenda-person.ts'
import { matchesCallReasonSql } from './call-reason-words.ts'
import { splitSearchWords } from './client-text-search.ts'
import { isOwnerVisibleSql, selectVisibleStaff } from './visibility.ts'
import {
  type AgendaWordsTable,
  agendaWordsTables,
  matchesWordsSql,
  sampleWords,
  type WordSample,
} from './word-samples.ts'

/** Of what is rarer so many are looked at that the index finds. */
const maxIndexMatches = 500
/** What is common is looked for among so many of the latest in reach: of all together, or shared among the members of a team. */
const maxLookedThrough = 1000
const minLookedThroughEach = 25
const maxLookedThroughSql = sql<number>`${sql.lit(maxLookedThrough)}::bigint`
/** The latest of them that have the words are enough: days and owners are asked for to see others. */
export const maxLatestMatches = 200

/** What is looked for besides the words: whose it is, and on which days. */
export type WordFilters = { owners?: readonly string[] | undefined; from?: string | undefined; to?: string | undefined }

type Days = { ctx: Pick<Ctx, 'prefix'>; from: string | undefined; to: string | undefined }

/** Days of a column that is a day, or a moment by the clock alone. */
const isOnDaysSql = (column: RawBuilder<unknown>, { from, to }: Days): RawBuilder<SqlBool> => {
  const isSince = from === undefined ? sql`true` : sql`${column} >= ${from}::date`
  const isUntil = to === undefined ? sql`true` : sql`${column} < ${to}::date + 1`
  return sql<SqlBool>`(${isSince} and ${isUntil})`
}

/** Days by the firm's clock of a column that is an instant. */
const isOnLocalDaysSql = (column: RawBuilder<unknown>, { ctx, from, to }: Days): RawBuilder<SqlBool> => {
  const isSince = from === undefined ? sql`true` : sql`${column} >= ${dayStartSql(ctx, sql`${from}::date`)}`
  const isUntil = to === undefined ? sql`true` : sql`${column} < ${dayStartSql(ctx, sql`${to}::date + 1`)}`
  return sql<SqlBool>`(${isSince} and ${isUntil})`
}

type WordSource = {
  /** The column of the order of their time: it stands in an index by itself, and in one by member of staff. */
  time: string
  isOnDays: (column: RawBuilder<unknown>, days: Days) => RawBuilder<SqlBool>
  /** Of the rows `x` that the indexes have. */
  has: RawBuilder<SqlBool>
  isLive: RawBuilder<SqlBool>
  /** All that is asked of a row `x`. */
  read: RawBuilder<unknown>
}

const sources: Record<AgendaWordsTable, WordSource> = {
  call: {
    time: 'called_at',
    isOnDays: isOnDaysSql,
    has: sql`true`,
    isLive: sql`a.deactivated_at is null`,
    read: sql`x.id, x.words_text, x.deactivated_at, x.reason`,
  },
  meeting: {
    time: 'starts_at',
    isOnDays: isOnLocalDaysSql,
    has: sql`true`,
    isLive: sql`a.state <> 'canceled'`,
    read: sql`x.id, x.words_text, x.state`,
  },
  follow_up: {
    time: 'due_on',
    isOnDays: isOnDaysSql,
    has: sql`true`,
    isLive: sql`a.state <> 'deleted'`,
    read: sql`x.id, x.words_text, x.state`,
  },
  contact: {
    time: 'created_at',
    isOnDays: isOnLocalDaysSql,
    has: sql`x.deleted_at is null`,
    isLive: sql`a.deleted_at is null`,
    read: sql`x.id, x.words_text, x.deleted_at`,
  },
}

/** Whether the caller sees the row `a`: somebody in reach owns it or takes part in it, or it is about a contact or client whom they see. */
const isRowVisibleSql = (ctx: Ctx, name: AgendaWordsTable): RawBuilder<SqlBool> => {
  if (hasFirmWideScope(ctx)) return sql<SqlBool>`true`
  if (name === 'contact') return isOwnerVisibleSql(ctx, sql`a.employee_id`)
  const isInReach = name === 'meeting' ? isAttendedByReachSql(ctx, 'a') : isOwnerVisibleSql(ctx, sql`a.employee_id`)
  return sql<SqlBool>`(${isInReach} or ${isAboutVisiblePersonSql(ctx, 'a')})`
}

/** In which of the latest rows common words are looked for. */
type Search = { ctx: Ctx; name: AgendaWordsTable; filters: WordFilters }

const isInTimeSql = ({ ctx, name, filters: { from, to } }: Search, column: string): RawBuilder<SqlBool> =>
  sources[name].isOnDays(sql.ref(column), { ctx, from, to })

/** The members of staff whose rows these are, as `e`. */
const selectOwners = ({ ctx, filters: { owners } }: Search) =>
  selectVisibleStaff(ctx)
    .$if(owners !== undefined, (staff) => staff.where(isOneOfSql(sql`e.id`, owners!)))
    .select('e.id')

/** How many of the latest rows of each member of staff are looked through. Of a zone only the database knows how many people it has. */
const countLookedThroughEachSql = (search: Search): RawBuilder<number> => {
  const { scopes } = search.ctx
  const { owners } = search.filters
  const limited = scopes.filter(({ all }) => !all)
  if (owners === undefined && limited.some(({ zoneId }) => zoneId !== null))
    return sql`(select greatest(${sql.lit(minLookedThroughEach)}, ${sql.lit(maxLookedThrough)} / greatest(count(*), 1)) from (${selectOwners(search)}) o)`
  const reaches = limited.map(({ staffIds }) => staffIds.length)
  const people = Math.max(Math.min(...reaches, owners?.length ?? Number.POSITIVE_INFINITY), 1)
  return sql`${Math.max(minLookedThroughEach, Math.floor(maxLookedThrough / people))}::bigint`
}

/** Of all together, and not of each member of staff. */
const isOfAll = ({ ctx, filters: { owners } }: Search): boolean => owners === undefined && hasFirmWideScope(ctx)

/** The latest rows `x` of a table that fit, in the order of their time: what is asked of them is read on the way. */
const readLatestSql = (
  search: Search,
  condition: RawBuilder<SqlBool>,
  limit: RawBuilder<number>,
): RawBuilder<unknown> => {
  const { time, has, read } = sources[search.name]
  const at = sql.ref(`x.${time}`)
  return sql`(select ${read}, ${at} as latest_at from ${sql.table(search.name)} x
    where ${condition} and ${has} and ${isInTimeSql(search, `x.${time}`)} and ${at} is not null order by ${at} desc limit ${limit})`
}

/** The latest meetings of `e`, and those of others in which they take part: only these are looked up by their key. */
const readAttendedSql = (search: Search, limit: RawBuilder<number>): RawBuilder<unknown> => {
  const latest = (from: string, id: string) =>
    sql`(select ${sql.ref(`t.${id}`)} as id from ${sql.table(from)} t where t.employee_id = e.id and ${isInTimeSql(search, 't.starts_at')}
      order by t.starts_at desc limit ${limit})`
  return sql`(${readLatestSql(search, sql<SqlBool>`x.employee_id = e.id`, limit)} union all
    select ${sources.meeting.read}, x.starts_at from (${latest('meeting_attendee', 'meeting_id')} except ${latest('meeting', 'id')}) n
     cross join lateral (select m.* from meeting m where m.id = n.id offset 0) x)`
}

/** Whether they take part counts, but where the owner is asked for. */
const isByAttendance = ({ name, filters: { owners } }: Search): boolean => name === 'meeting' && owners === undefined

/** The latest rows `a` of those in reach: of all together, or so many of each member of staff. */
const selectLatestSql = (search: Search): RawBuilder<unknown> => {
  if (isOfAll(search)) return sql`${readLatestSql(search, sql<SqlBool>`true`, maxLookedThroughSql)} a`
  const each = countLookedThroughEachSql(search)
  const ofOne = isByAttendance(search)
    ? readAttendedSql(search, each)
    : readLatestSql(search, sql<SqlBool>`x.employee_id = e.id`, each)
  return sql`(${selectOwners(search)}) e cross join lateral ${ofOne} a`
}

/** Whether the latest rows are not all that those in reach have. */
const hasOlderSql = (search: Search): RawBuilder<SqlBool> => {
  const { name } = search
  const { time, has } = sources[name]
  const isMore = (from: string, max: RawBuilder<number>, condition: RawBuilder<unknown>) =>
    sql`(select count(*) from (select from ${sql.table(from)} x where ${condition} and ${isInTimeSql(search, `x.${time}`)}
      limit ${max} + 1) n) > ${max}`
  // A meeting counts once for all who take part.
  if (isOfAll(search)) return sql<SqlBool>`${isMore(name, maxLookedThroughSql, has)}`
  const from = isByAttendance(search) ? 'meeting_attendee' : name
  const isMoreOfOne = isMore(from, countLookedThroughEachSql(search), sql`x.employee_id = e.id and ${has}`)
  return sql<SqlBool>`exists (select from (${selectOwners(search)}) e where ${isMoreOfOne})`
}

export type WordMatches = {
  /** Tables that the statement names with `with`, in this order, each as `name as materialized (…)`. */
  tables: RawBuilder<unknown>[]
  /** Ids of the rows that the caller sees. */
  ids: RawBuilder<unknown>
  /** Whether more rows may have the words than are looked at, where those tables are. */
  isCut: RawBuilder<SqlBool>
}

/** Rare words in the index, and the others in the rows that it gives: as an expression that no index has, or all with these would be found first. */
const isFoundSql = ({ words, sample: { rare } }: SampledSearch, column: RawBuilder<unknown>): RawBuilder<SqlBool> => {
  const others = words.filter((word) => !rare.includes(word))
  const found = matchesWordsSql(rare, column)
  return others.length > 0 ? sql<SqlBool>`(${found} and ${matchesWordsSql(others, sql`(${column} || '')`)})` : found
}

/** The contacts of the latest notes of all, as far as these have the words. */
const latestNotedSql = (words: readonly string[]): RawBuilder<unknown> =>
  sql`select a.id from (
      select n.entity_id, n.words_text from record_comment n where n.words_text <> ' ' order by n.id desc limit ${sql.lit(maxLookedThrough)}) n
    join contact a on a.id = n.entity_id
   where a.deleted_at is null and ${matchesWordsSql(words, sql`n.words_text`)} limit ${sql.lit(maxLatestMatches)}`

const hasMoreNotesSql = sql`(select count(*) from (select from record_comment n where n.words_text <> ' ' limit ${sql.lit(maxLookedThrough + 1)}) n) > ${sql.lit(maxLookedThrough)}`

const hasNoteSql = (words: readonly string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select from record_comment n where n.entity = 'contact' and n.entity_id = a.id and ${matchesWordsSql(words, sql`(n.words_text || '')`)})`

type SampledSearch = Search & { words: readonly string[]; sample: WordSample; also: RawBuilder<SqlBool> | undefined }

/** Of the latest rows those with the words, the latest of all first: those of one member of staff don't keep out those of another. Notes on pages of contacts are read by themselves where all contacts are asked for: by contact there would be more to read. */
const selectLatestMatchesSql = (
  { words, also, ...search }: Omit<SampledSearch, 'sample'>,
  needsLatest: RawBuilder<SqlBool>,
): RawBuilder<unknown> => {
  const isOfContacts = search.name === 'contact'
  const more = also ?? (isOfContacts && !isOfAll(search) ? hasNoteSql(words) : sql`false`)
  const rows = sql`select a.id from ${selectLatestSql(search)}
    where ${needsLatest} and ${sources[search.name].isLive} and (${matchesWordsSql(words, sql`a.words_text`)} or ${more})
    order by a.latest_at desc limit ${sql.lit(maxLatestMatches)}`
  if (!isOfContacts || !isOfAll(search)) return rows
  return sql`(${rows}) union (select n.id from (${latestNotedSql(words)}) n where ${needsLatest})`
}

/**
 * What the index finds, as the table `found`. All of it is named first, and read as far as the limit: a plan that knew of the limit
 * might read all rows in their order instead.
 */
const buildFoundTables = (search: SampledSearch, found: RawBuilder<unknown>): RawBuilder<unknown>[] => {
  const { name } = search
  const [rows, notes] = ['rows', 'notes'].map((part) => sql.table(`${name}_found_${part}`))
  const read = (table: RawBuilder<unknown>) => sql`(select r.id from ${table} r limit ${sql.lit(maxIndexMatches + 1)})`
  const rowsTable = sql`${rows} as materialized (select a.id from ${sql.table(name)} a
    where ${isFoundSql(search, sql`a.words_text`)} and ${sources[name].isLive})`
  if (name !== 'contact') return [rowsTable, sql`${found} as materialized ${read(rows!)}`]
  const notesTable = sql`${notes} as materialized (
    select n.entity_id as id from record_comment n where n.entity = 'contact' and ${isFoundSql(search, sql`n.words_text`)})`
  return [rowsTable, notesTable, sql`${found} as materialized (${read(rows!)} union ${read(notes!)})`]
}

/** What the index finds, and the latest rows where that is too much, or where words are common. */
const buildWordMatches = (search: SampledSearch): WordMatches => {
  const { ctx, name, sample, also } = search
  const [found, latest] = ['found', 'latest'].map((part) => sql.table(`${name}_${part}`))
  const isOverfull = sql<SqlBool>`(select count(*) from ${found}) > ${sql.lit(maxIndexMatches)}`
  const needsLatest = sample.isCommon || also ? sql<SqlBool>`true` : isOverfull
  const latestTable = sql`${latest} as materialized (${selectLatestMatchesSql(search, needsLatest)})`
  const areMany = sql`(select count(*) from ${latest}) >= ${sql.lit(maxLatestMatches)}`
  const hasMoreNotes = name === 'contact' && isOfAll(search) ? sql` or ${hasMoreNotesSql}` : sql``
  const isCut = sql<SqlBool>`(${needsLatest} and (${areMany} or ${hasOlderSql(search)}${hasMoreNotes}))`
  if (sample.isCommon) return { tables: [latestTable], ids: sql`(select distinct n.id from ${latest} n)`, isCut }
  // Whoever sees the firm sees what is live of it. Contacts are found by their notes too, which don't say whether they are.
  const areAllVisible = hasFirmWideScope(ctx) && name !== 'contact'
  const visibleFound = areAllVisible
    ? sql`select n.id from ${found} n`
    : sql`select a.id from ${found} n join ${sql.table(name)} a on a.id = n.id where ${sources[name].isLive} and ${isRowVisibleSql(ctx, name)}`
  return {
    tables: [...buildFoundTables(search, found!), latestTable],
    ids: sql`(${visibleFound} union select n.id from ${latest} n)`,
    isCut,
  }
}

type WordSearchOptions = {
  filters?: WordFilters
  /** Where several kinds are searched for the same text by themselves. */
  once?: OncePerSearch | undefined
}

const noMatches: WordMatches = { tables: [], ids: sql`(select null::bigint as id where false)`, isCut: sql`false` }

/**
 * The rows of each of these tables that have the words of a text and that the caller sees. A sample tells whether the words are common: then they are
 * looked for among the latest rows that fit of those in reach. Rarer ones are found in the index, wherever they are. A contact has the words of each note
 * on its page too, and a call those with which its reason begins.
 */
export const findWordMatches = async <N extends AgendaWordsTable>(
  ctx: Ctx,
  names: readonly N[],
  text: string,
  { filters = {}, once }: WordSearchOptions = {},
): Promise<Record<N, WordMatches>> => {
  const words = splitSearchWords(text)
  if (words.length === 0 || names.length === 0)
    return Object.fromEntries(names.map((name) => [name, noMatches])) as Record<N, WordMatches>
  const samples = once
    ? await once('word samples', () => sampleWords(ctx, agendaWordsTables, words))
    : await sampleWords(ctx, names, words)
  return Object.fromEntries(
    names.map((name) => {
      const also = name === 'call' ? matchesCallReasonSql(ctx, text) : undefined
      return [name, buildWordMatches({ ctx, name, filters, words, sample: samples[name], also })]
    }),
  ) as Record<N, WordMatches>
}

/** The head of a statement over those tables; nothing where there are none. */
export const withTablesSql = (tables: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  tables.length > 0 ? sql`with ${sql.join(tables)}` : sql``

/** What was found first, and of the others whatever it lacks, up to so many. */
export const addOtherHits = (first: readonly SearchHit[], others: readonly SearchHit[], max: number): SearchHit[] =>
  [...first, ...others.filter(({ id }) => first.every((one) => one.id !== id))].slice(0, max)
