import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { formatOrderReference, normalizeReference, parseOrderReference } from '#rules/payment-references.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import type { SearchHit, SearchSource } from '#server/core/search-source.ts'
import { parseAccountNumber } from '#server/domain/client-text-search.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'
import { localDaySql } from '#server/reports/local-time-column.ts'

const maxResults = 5

const findPayments = async (ctx: Ctx, condition: RawBuilder<SqlBool>): Promise<SearchHit[]> => {
  const rows = await selectVisibleClients(ctx)
    .innerJoin('paymentOrder as o', 'o.clientId', 'c.clientId')
    .innerJoin('account as a', 'a.id', 'o.accountId')
    .innerJoin('client', 'client.id', 'o.clientId')
    .where(condition)
    .select(['o.id', 'o.amount', 'a.number', fullNameSql('client').as('clientName')])
    .select(localDaySql(ctx, 'o.requestedAt').as('date'))
    .orderBy('o.id', 'desc')
    .limit(maxResults)
    .execute()
  return rows.map(({ id, amount, number, clientName, date }) => ({
    id,
    path: `/crm/Retiradas/${id}`,
    title: formatOrderReference(ctx.prefix, id),
    code: number,
    person: clientName,
    amount,
    date,
  }))
}

/** A payment by its reference, as the bank and the client see it; those of an account by its number. */
export const paymentSearch: SearchSource = {
  kind: 'payment',
  module: 'bt_Retiradas',
  findByText: async (ctx, text) => {
    const orderId = parseOrderReference(ctx.prefix, normalizeReference(text))
    if (orderId) return findPayments(ctx, sql<SqlBool>`o.id = ${orderId}`)
    const number = parseAccountNumber(text)
    return number ? findPayments(ctx, sql<SqlBool>`plain_number(a.number) = ${number}`) : []
  },
  findByIds: (ctx, ids) => findPayments(ctx, sql<SqlBool>`o.id = any(${[...ids]}::bigint[])`),
}
