import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { callReasons } from '#contract/calls/words.ts'
import en from '#locales/en/calls.ts'
import es from '#locales/es/calls.ts'
import pt from '#locales/pt/calls.ts'
import { toSearchText } from '#rules/search-text.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { isOneOfWordsSql } from '#server/core/one-of.ts'
import { buildTextsGetter } from '#server/core/texts.ts'

const getReasons = buildTextsGetter({ es: es.reasons, en: en.reasons, pt: pt.reasons })

/** What begins like a reason in so few letters means something else. */
const minReasonLetters = 4

/** What a reason of calls is called in the caller's language. */
const findCallReasonText = ({ person }: Pick<Ctx, 'person'>, reason: (typeof callReasons)[number]): string =>
  getReasons(person.idioma)[reason]

/** The reason of the call that the statement names so, in the caller's language; null where there is none. */
const callReasonTextSql = (ctx: Pick<Ctx, 'person'>, row: string): RawBuilder<string | null> =>
  sql<string | null>`case ${sql.ref(`${row}.reason`)} ${sql.join(
    callReasons.map((reason) => sql`when ${sql.lit(reason)} then ${sql.lit(findCallReasonText(ctx, reason))}`),
    sql` `,
  )} end`

/** What the call says that the statement names so: its reason in the caller's language, and its feedback or else its observations. */
export const callDetailSql = (ctx: Pick<Ctx, 'person'>, row: string): RawBuilder<string> =>
  sql<string>`concat_ws(' · ', ${callReasonTextSql(ctx, row)},
    nullif(coalesce(nullif(${sql.ref(`${row}.feedback`)}, ''), ${sql.ref(`${row}.observations`)}), ''))`

/** Whether the call `a` was made for a reason that begins with the text, in the caller's language; undefined where no reason does. */
export const matchesCallReasonSql = (ctx: Pick<Ctx, 'person'>, text: string): RawBuilder<SqlBool> | undefined => {
  const typed = toSearchText(text)
  if (typed.length < minReasonLetters) return undefined
  const reasons = callReasons.filter((reason) => toSearchText(findCallReasonText(ctx, reason)).startsWith(typed))
  return reasons.length > 0 ? isOneOfWordsSql(sql`a.reason`, reasons) : undefined
}
