import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { escapeLikePattern, hasTrigram, splitSearchWords } from './client-text-search.ts'

/** As the index has it, letter by letter: any other way to write it would not be found in it. */
const searchedText = sql`(' ' || ct.name_text || ' ' || ct.email_text || ' ' || ct.phone_text)`

/** What has no trigram inside a word is looked for where a word begins: the index can do that much. */
const matchesWord = (word: string): RawBuilder<SqlBool> => {
  const pattern = escapeLikePattern(word)
  if (!hasTrigram(word)) return sql<SqlBool>`${searchedText} like ${`% ${pattern}%`}`
  const digits = word.replace(/\D/g, '')
  const isPhone = /^[+\d().-]+$/.test(word) && digits.length > 2 && digits !== word
  const phone = isPhone ? sql` or ${searchedText} like ${`%${digits}%`}` : sql``
  return sql<SqlBool>`(${searchedText} like ${`%${pattern}%`}${phone})`
}

/** Every word somewhere in the name, the e-mail or the phone of `ct`; nothing where there is no word. */
export const matchesContactText = (text: string): RawBuilder<SqlBool> => {
  const words = splitSearchWords(text)
  return words.length > 0 ? sql<SqlBool>`(${sql.join(words.map(matchesWord), sql` and `)})` : sql<SqlBool>`false`
}
