import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Ctx } from '#server/core/ctx.ts'
import type { SearchHit, SearchSource } from '#server/core/search-source.ts'
import { parseAccountNumber } from '#server/domain/client-text-search.ts'
import { selectCancellations } from './cancellation.queries.ts'

const maxResults = 5

const findCancellations = async (ctx: Ctx, condition: RawBuilder<SqlBool>): Promise<SearchHit[]> => {
  const rows = await selectCancellations(ctx, {}).where(condition).orderBy('q.id', 'desc').limit(maxResults).execute()
  return rows.map(({ id, accountNumber, productName, clientName, net, quotedOn }) => ({
    id,
    path: `/crm/Cancelaciones/${id}`,
    title: accountNumber,
    code: productName,
    person: clientName,
    amount: net,
    date: quotedOn,
  }))
}

/** The early cancellations of an account, by its number. */
export const cancellationSearch: SearchSource = {
  kind: 'cancellation',
  module: 'bt_Cancelaciones',
  findByText: async (ctx, text) => {
    const number = parseAccountNumber(text)
    return number ? findCancellations(ctx, sql<SqlBool>`plain_number(a.number) = ${number}`) : []
  },
  findByIds: (ctx, ids) => findCancellations(ctx, sql<SqlBool>`q.id = any(${[...ids]}::bigint[])`),
}
