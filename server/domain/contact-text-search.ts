import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { escapeLikePattern, hasTrigram, splitSearchWords } from './client-text-search.ts'

/** What has no trigram inside a word is looked for where a word of the name begins: the index can do that much. */
const matchesWord = (word: string): RawBuilder<SqlBool> => {
  const pattern = escapeLikePattern(word)
  if (!hasTrigram(word))
    return sql<SqlBool>`(ct.name_text like ${`${pattern}%`} or ct.name_text like ${`% ${pattern}%`})`
  const digits = word.replace(/\D/g, '')
  const phone = /^[+\d().-]+$/.test(word) && digits.length > 2 ? sql` or ct.phone_text like ${`%${digits}%`}` : sql``
  return sql<SqlBool>`(ct.name_text like ${`%${pattern}%`} or ct.email_text like ${`%${pattern}%`}${phone})`
}

/** Every word somewhere in the name, the e-mail or the phone of `ct`; nothing where there is no word. */
export const matchesContactText = (text: string): RawBuilder<SqlBool> => {
  const words = splitSearchWords(text)
  return words.length > 0 ? sql<SqlBool>`(${sql.join(words.map(matchesWord), sql` and `)})` : sql<SqlBool>`false`
}
