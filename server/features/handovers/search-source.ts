import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { toSearchText } from '#rules/search-text.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { naturalNameSql, normalizeTextSql } from '#server/core/person-name.ts'
import type { SearchHit, SearchSource } from '#server/core/search-source.ts'
import { selectHandovers } from './handover.queries.ts'

const maxResults = 5

const findHandovers = async (ctx: Ctx, condition: RawBuilder<SqlBool>): Promise<SearchHit[]> => {
  const rows = await selectHandovers(ctx, {}).where(condition).orderBy('h.id', 'desc').limit(maxResults).execute()
  return rows.map(({ id, fromName, toName, capital, effectiveOn }) => ({
    id,
    path: `/crm/Traspasos/${id}`,
    title: id,
    person: fromName ? `${fromName} → ${toName}` : toName,
    amount: capital,
    date: effectiveOn,
  }))
}

const plainNameSql = (table: 'e' | 'm') => normalizeTextSql(naturalNameSql(table))

/** A handover by its number, or by the names of who gives or receives. */
export const handoverSearch: SearchSource = {
  kind: 'handover',
  module: 'bt_Traspasos',
  findByText: async (ctx, text) => {
    if (/^\d{1,18}$/.test(text)) return findHandovers(ctx, sql<SqlBool>`h.id = ${text}`)
    const words = toSearchText(text).split(' ').filter(Boolean)
    if (/\d/.test(text) || words.length === 0) return []
    const isIn = (name: RawBuilder<unknown>) =>
      sql`(${sql.join(
        words.map((word) => sql`strpos(${name}, ${word}) > 0`),
        sql` and `,
      )})`
    return findHandovers(ctx, sql<SqlBool>`(${isIn(plainNameSql('e'))} or ${isIn(plainNameSql('m'))})`)
  },
  findByIds: (ctx, ids) => findHandovers(ctx, sql<SqlBool>`h.id = any(${[...ids]}::bigint[])`),
}
