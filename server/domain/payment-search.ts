import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { normalizeReference, parseBatchReference, parseOrderReference } from '#rules/payment-references.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { matchesClientText, parseAccountNumber } from './client-text-search.ts'

/**
 * Whether the order `o` of the account `a` and the visible client `c` is what somebody looks for: by its reference, as the client's bank shows it, by
 * that of its batch, by the number of its account, or by whatever finds the client.
 */
export const matchesPaymentSearch = (ctx: Ctx, search: string): RawBuilder<SqlBool> => {
  const reference = normalizeReference(search)
  const orderId = parseOrderReference(ctx.prefix, reference)
  const batchId = parseBatchReference(ctx.prefix, reference)
  if (orderId) return sql<SqlBool>`o.id = ${orderId}`
  if (batchId) return sql<SqlBool>`o.batch_id = ${batchId}`
  const number = parseAccountNumber(search)
  if (number) return sql<SqlBool>`plain_number(a.number) = ${number}`
  return sql<SqlBool>`exists (select from client_search s where s.client_id = c.client_id and ${matchesClientText(ctx, search)})`
}
