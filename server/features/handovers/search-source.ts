import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Ctx } from '#server/core/ctx.ts'
import type { SearchHit, SearchSource } from '#server/core/search-source.ts'
import { executeSteady } from '#server/core/steady-statement.ts'
import { matchesEachWord } from '#server/domain/match-words.ts'
import { selectHandovers } from './handover.queries.ts'

const maxResults = 5

const findHandovers = async (ctx: Ctx, condition: RawBuilder<SqlBool>): Promise<SearchHit[]> => {
  const query = selectHandovers(ctx, {}).where(condition).orderBy('h.id', 'desc').limit(maxResults)
  // They are few: the latest are looked at, or one by its number.
  const rows = await executeSteady(ctx.db, query.compile(), 'search')
  return rows.map(({ id, fromName, toName, capital, effectiveOn }) => ({
    id,
    path: `/crm/Traspasos/${id}`,
    title: id,
    person: fromName ? `${fromName} → ${toName}` : toName,
    amount: capital,
    date: effectiveOn,
  }))
}

/** A handover by its number, or by the names of who gives or receives. */
export const handoverSearch: SearchSource = {
  kind: 'handover',
  module: 'bt_Traspasos',
  findByText: async (ctx, text) => {
    if (/^\d{1,18}$/.test(text)) return findHandovers(ctx, sql<SqlBool>`h.id = ${text}`)
    const [giver, taker] = (['e', 'm'] as const).map((table) =>
      matchesEachWord(text, [`${table}.name`, `${table}.surname`]),
    )
    if (/\d/.test(text) || !giver || !taker) return []
    return findHandovers(ctx, sql<SqlBool>`(${giver} or ${taker})`)
  },
  findByIds: (ctx, ids) => findHandovers(ctx, sql<SqlBool>`h.id = any(${[...ids]}::bigint[])`),
}
