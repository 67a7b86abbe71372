import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { toSearchNumber, toSearchText } from '#rules/search-text.ts'
import { normalizeTextSql } from '#server/core/person-name.ts'

const toWords = (typed: string): string[] => toSearchText(typed).split(' ').filter(Boolean)

const joinConditions = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<SqlBool> =>
  conditions.length > 0 ? sql<SqlBool>`(${sql.join(conditions, sql` and `)})` : sql<SqlBool>`true`

/** Each word of what was typed, in the name, the CVL, the e-mail or the phone of `e`. */
export const matchesStaffSearch = (typed: string): RawBuilder<SqlBool> => {
  const text = normalizeTextSql(sql`concat_ws(' ', e.surname, e.name, e.cvl, e.email)`)
  return joinConditions(
    toWords(typed).map((word) => {
      const digits = /^[+\d().-]{3,}$/.test(word) ? toSearchNumber(word) : ''
      const phone = digits ? sql` or strpos(regexp_replace(e.phone, '\\D', '', 'g'), ${digits}) > 0` : sql``
      return sql`(strpos(${text}, ${word}) > 0${phone})`
    }),
  )
}

/** The same in the name and the CVL alone, which every colleague knows. */
export const matchesColleagueName = (typed: string): RawBuilder<SqlBool> => {
  const text = normalizeTextSql(sql`concat_ws(' ', e.surname, e.name, e.cvl)`)
  return joinConditions(toWords(typed).map((word) => sql`strpos(${text}, ${word}) > 0`))
}
