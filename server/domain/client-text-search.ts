import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { toSearchNumber, toSearchText } from '#rules/search-text.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { canSeeAccountNumbers, canSeeAllAccountNumbers } from './account-number-access.ts'

export const escapeLikePattern = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
export const hasTrigram = (word: string): boolean => /[\p{L}\p{N}]{3}/u.test(word)

/** A word as it may stand in the search row: as typed, and without the separators of a phone or identity number. */
const listSpellings = (word: string): string[] => {
  const bare = toSearchNumber(word)
  return bare === '' || bare === word ? [word] : hasTrigram(word) ? [word, bare] : [bare]
}

/** What has no trigram inside a word is looked for where a word begins: the index can do that much. */
const toLikePattern = (word: string): string =>
  hasTrigram(word) ? `%${escapeLikePattern(word)}%` : `% ${escapeLikePattern(word)}%`

/** Groups of digits that follow each other are one number: a phone is typed '655 43 21 98' and stored without spaces. */
export const splitSearchWords = (text: string): string[] => {
  const words = toSearchText(text).replace(/(?<=(^| )[\d+().-]+) (?=[\d().-]+( |$))/g, '')
  return [...new Set(words.split(' '))].filter(Boolean)
}

const matchEveryWord = (text: string, test: (pattern: string) => RawBuilder<SqlBool>): RawBuilder<SqlBool> => {
  const words = splitSearchWords(text)
  if (words.length === 0) return sql<SqlBool>`false`
  const tests = words.map((word) => sql`(${sql.join(listSpellings(word).map(toLikePattern).map(test), sql` or `)})`)
  return sql<SqlBool>`(${sql.join(tests, sql` and `)})`
}

/** The search row `s` without the bank accounts, which stand at its end. */
const searchTextWithoutAccounts = sql`left(s.all_text, length(s.all_text) - length(s.bank_text))`

/**
 * Every word somewhere in name, CVL, e-mail, phone, identity, merged records or bank account of the search row `s`; in the bank accounts of those alone whose numbers
 * the caller reads: others could be found out sign by sign.
 */
export const matchesClientText = (ctx: Pick<Ctx, 'db' | 'person' | 'scopes'>, text: string) => {
  if (canSeeAllAccountNumbers(ctx)) return matchEveryWord(text, (pattern) => sql`s.all_text like ${pattern}`)
  const whole = canSeeAccountNumbers(ctx, sql<string>`s.client_id`)
  return matchEveryWord(
    text,
    // Most of what many have in common is in their names, which are short to look through.
    (pattern) =>
      sql`(s.all_text like ${pattern} and (s.name_text like ${pattern} or ${searchTextWithoutAccounts} like ${pattern} or ${whole}))`,
  )
}

/** What may be the number of an account, as it is compared: without its separators; undefined for any other text. No CVL is so long. */
export const parseAccountNumber = (text: string): string | undefined => {
  const number = toSearchNumber(text).toUpperCase()
  return /^(?=.*[A-Z])[A-Z0-9]{9,40}$/.test(number) && /\d{4}$/.test(number) ? number : undefined
}

/** A number of fewer signs is shared by too many. */
const minNumberPartLength = 4

/** The same for a part of it, as it is compared: its last digits, or its letters with some digits; undefined for any other text. */
export const parseAccountNumberPart = (text: string): string | undefined => {
  if (/[@+]/.test(text)) return undefined
  const part = toSearchNumber(text).toUpperCase()
  return part.length >= minNumberPartLength && /^[A-Z0-9]{1,40}$/.test(part) && /\d{2}$/.test(part) ? part : undefined
}

/** The last of all signs: no text has it, and whatever begins with a word comes before the word with this sign. */
const lastSign = '\u{10FFFF}'

/** Whether a column in the order of the letters themselves begins so: a stretch of its index, in a prepared statement too. */
export const columnBeginsWith = (column: string, word: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.ref(column)} >= ${word} and ${sql.ref(column)} < ${word + lastSign})`

/**
 * Every word in one field, or with a record that was merged into the client; its CVL stands among the client's own. The trigram index stands on all fields
 * together: it chooses, the field decides.
 */
export const matchesClientField = (field: 'name' | 'email' | 'cvl' | 'phone', text: string) =>
  matchEveryWord(text, (pattern) => {
    const ofClient = sql<SqlBool>`' ' || ${sql.ref(`s.${field}_text`)} like ${pattern}`
    const isIn = field === 'cvl' ? ofClient : sql<SqlBool>`(${ofClient} or ' ' || s.merged_text like ${pattern})`
    return sql`(s.all_text like ${pattern} and ${isIn})`
  })

/**
 * The same of the name alone, in the list row `c`: where the list is read by name, the name stands in the index. Clients with merged records are few, and
 * found once.
 */
export const matchesSortedName = (text: string): RawBuilder<SqlBool> => {
  const named = matchEveryWord(text, (pattern) => sql`' ' || c.name_sort like ${pattern}`)
  const merged = sql`select s.client_id from client_search s where s.merged_text <> '' and ${matchesClientField('name', text)}`
  return sql<SqlBool>`(${named} or c.client_id = any(array(${merged})))`
}

/** Whether the client of the list row `c` matches: one look at its search row. */
export const matchesClientSearchRow = (conditions: RawBuilder<SqlBool>): RawBuilder<SqlBool> =>
  sql<SqlBool>`(select ${conditions} from client_search s where s.client_id = c.client_id)`
