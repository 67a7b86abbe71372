import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { searchClients } from '#contract/clients.ts'
import type { Parsed } from '#contract/core/endpoint.ts'
import { searchNumber, searchText } from '#db/search-text.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { fullName } from '#server/domain/client-columns.ts'
import { visibleClients } from '#server/domain/visibility.ts'

/** How many candidates are looked at before the best twenty are chosen: three letters match a fifth of all clients. */
const candidates = 500

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
const wordsOf = (text: string): string[] =>
  searchText(text)
    .replace(/(?<=(^| )[\d+().-]+) (?=[\d().-]+( |$))/g, '')
    .split(' ')
    .filter(Boolean)

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

/** The first twenty, where the match stands nearest to the beginning; then by name. */
export const findFirstClients = async (ctx: Ctx, { query }: Parsed<typeof searchClients>) => {
  const [first] = wordsOf(query.q)
  if (!first) return { clients: [] }
  const clients = await ctx.db
    .with('candidate', () =>
      visibleClients(ctx)
        .innerJoin('clientSearch as s', 's.clientId', 'c.clientId')
        .where(matchesAll(query.q))
        .select(['c.clientId', 'c.nameSort', 'c.managerId', sql<number>`strpos(s.all_text, ${first})`.as('position')])
        .limit(candidates),
    )
    .selectFrom('candidate')
    .innerJoin('client', 'client.id', 'candidate.clientId')
    .leftJoin('employee as m', 'm.id', 'candidate.managerId')
    .select(['client.id', 'client.cvl', fullName('client').as('fullName'), fullName('m').as('managerName')])
    .orderBy('candidate.position')
    .orderBy('candidate.nameSort')
    .orderBy('client.id')
    .limit(20)
    .execute()
  return { clients }
}
