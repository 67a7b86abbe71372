import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { searchClients } from '#contract/clients.ts'
import type { Parsed } from '#contract/core/endpoint.ts'
import { searchNumber, searchText } from '#db/search-text.ts'
import type { ClientList } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { fullName } from '#server/domain/client-columns.ts'
import { seesFew, visibleClients } from '#server/domain/visibility.ts'

/** How many candidates are looked at before the best twenty are chosen: three letters match a fifth of all clients. */
const candidates = 500
/** Up to so many matches are looked up one by one; more are tried while a list is read in its order. */
const fewMatches = 2000

type Candidate = Pick<Selectable<ClientList>, 'clientId' | 'nameSort' | 'managerId'> & { position: number }

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
const hasTrigram = (word: string): boolean => /[\p{L}\p{N}]{3}/u.test(word)

/** A word as it may stand in the search row: as typed, and without the separators of a phone or identity number. */
const spellings = (word: string): string[] => {
  const bare = searchNumber(word)
  return bare === '' || bare === word ? [word] : hasTrigram(word) ? [word, bare] : [bare]
}

/** What has no trigram inside a word is looked for where a word begins: the index can do that much. */
const patternOf = (word: string): string => (hasTrigram(word) ? `%${escaped(word)}%` : `% ${escaped(word)}%`)

/** Groups of digits that follow each other are one number: a phone is typed '655 43 21 98' and stored without spaces. */
const wordsOf = (text: string): string[] => {
  const words = searchText(text).replace(/(?<=(^| )[\d+().-]+) (?=[\d().-]+( |$))/g, '')
  return [...new Set(words.split(' '))].filter(Boolean)
}

const everyWord = (text: string, test: (pattern: string) => RawBuilder<SqlBool>): RawBuilder<SqlBool> => {
  const words = wordsOf(text)
  if (words.length === 0) return sql<SqlBool>`false`
  const tests = words.map((word) => sql`(${sql.join(spellings(word).map(patternOf).map(test), sql` or `)})`)
  return sql<SqlBool>`(${sql.join(tests, sql` and `)})`
}

/** Every word somewhere in name, CVL, e-mail, phone, identity or bank account of the search row `s`. */
export const matchesAll = (text: string) => everyWord(text, (pattern) => sql`s.all_text like ${pattern}`)

/** Every word in one field. The trigram index stands on all fields together: it chooses, the field decides. */
export const matches = (field: 'name' | 'email' | 'cvl' | 'phone', text: string) =>
  everyWord(
    text,
    (pattern) => sql`(s.all_text like ${pattern} and ' ' || ${sql.ref(`s.${field}_text`)} like ${pattern})`,
  )

/** Whether the client of the list row `c` matches: one look at its search row. */
export const isMatch = (conditions: RawBuilder<SqlBool>): RawBuilder<SqlBool> =>
  sql<SqlBool>`(select ${conditions} from client_search s where s.client_id = c.client_id)`

const idsOf = async (ctx: Ctx, found: RawBuilder<{ clientId: string }>): Promise<string[]> =>
  (await found.execute(ctx.db)).rows.map(({ clientId }) => clientId)

/**
 * The ids among `rows` that match, where the caller sees so few clients that each is looked at; otherwise undefined. Asked beforehand,
 * because the planner takes a look into text to cost no more than a comparison of numbers.
 */
export const findAmongFew = async (
  ctx: Ctx,
  rows: ReturnType<typeof visibleClients>,
  conditions: RawBuilder<SqlBool>,
): Promise<string[] | undefined> =>
  (await seesFew(ctx))
    ? idsOf(ctx, sql`select client_id from (${rows.select('c.clientId').offset(0)}) c where ${isMatch(conditions)}`)
    : undefined

/** The ids of all clients that match, visible or not; undefined where they are many. */
export const findFewMatches = async (ctx: Ctx, conditions: RawBuilder<SqlBool>): Promise<string[] | undefined> => {
  const ids = await idsOf(ctx, sql`select s.client_id from client_search s where ${conditions} limit ${fewMatches + 1}`)
  return ids.length <= fewMatches ? ids : undefined
}

/** Some visible clients that match: from whichever side fewer have to be looked at. An `offset 0` keeps each side what it is written as. */
const candidatesOf = async (ctx: Ctx, text: string): Promise<RawBuilder<unknown>> => {
  const conditions = matchesAll(text)
  const visible = visibleClients(ctx).select(['c.clientId', 'c.nameSort', 'c.managerId'])
  if (await seesFew(ctx))
    return sql`select c.*, s.all_text from (${visible}) c
      cross join lateral (select s.all_text from client_search s where s.client_id = c.client_id and ${conditions} offset 0) s
      limit ${candidates}`
  return sql`select c.*, s.all_text from (select s.client_id, s.all_text from client_search s where ${conditions} offset 0) s
    cross join lateral (${visible.whereRef('c.clientId', '=', sql.ref('s.client_id')).offset(0)}) c
    limit ${candidates}`
}

/** The first twenty, where the match stands nearest to the beginning; then by name. */
export const findFirstClients = async (ctx: Ctx, { query }: Parsed<typeof searchClients>) => {
  const [first] = wordsOf(query.q)
  if (!first) return { clients: [] }
  const best = sql<Candidate>`select c.*, strpos(c.all_text, ${first}) as position from (${await candidatesOf(ctx, query.q)}) c
    order by position, c.name_sort, c.client_id limit 20`
  const clients = await ctx.db
    .selectFrom(sql<Candidate>`(${best})`.as('best'))
    .innerJoin('client', 'client.id', 'best.clientId')
    .leftJoin('employee as m', 'm.id', 'best.managerId')
    .select(['client.id', 'client.cvl', fullName('client').as('fullName'), fullName('m').as('managerName')])
    .orderBy('best.position')
    .orderBy('best.nameSort')
    .orderBy('client.id')
    .execute()
  return { clients }
}
