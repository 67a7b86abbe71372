import { type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  formatBatchReference,
  normalizeReference,
  parseBatchReference,
  parseOrderReference,
} from '#rules/payment-references.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { SearchHit, SearchSource } from '#server/core/search-source.ts'

const findBatches = async (ctx: Ctx, condition: RawBuilder<SqlBool>): Promise<SearchHit[]> => {
  const rows = await ctx.db
    .selectFrom('paymentBatch as b')
    .where(condition)
    .select(['b.id', 'b.amount', 'b.payOn'])
    .orderBy('b.id', 'desc')
    .execute()
  return rows.map(({ id, amount, payOn }) => ({
    id,
    path: `/crm/Retiradas/remesas/${id}`,
    title: formatBatchReference(ctx.prefix, id),
    amount,
    date: payOn,
  }))
}

/** A batch by its reference, or by that of one of its payments. */
export const batchSearch: SearchSource = {
  kind: 'batch',
  module: 'bt_Remesas',
  findByText: async (ctx, text) => {
    const reference = normalizeReference(text)
    const batchId = parseBatchReference(ctx.prefix, reference)
    if (batchId) return findBatches(ctx, sql<SqlBool>`b.id = ${batchId}`)
    const orderId = parseOrderReference(ctx.prefix, reference)
    return orderId
      ? findBatches(ctx, sql<SqlBool>`b.id = (select o.batch_id from payment_order o where o.id = ${orderId})`)
      : []
  },
  findByIds: (ctx, ids) => findBatches(ctx, sql<SqlBool>`b.id = any(${[...ids]}::bigint[])`),
}
