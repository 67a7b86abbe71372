import { sql } from 'kysely'
import type { getClientCapitalTrend } from '#contract/clients/capital-trend.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { Trend } from '#contract/core/trend.ts'
import { ledgers } from '#rules/ledgers.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { buildTrend, trendDaysSql } from '#server/domain/trend.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'

/**
 * The capital of the accounts that the client held first and that were open on each day, from the postings. The last one is today's, the figure of
 * the client's page. Throws 404 for a client outside of the caller's scope.
 */
export const findClientCapitalTrend = async (
  ctx: Ctx,
  { params: { clientId } }: Pick<ParsedRequest<typeof getClientCapitalTrend>, 'params'>,
): Promise<Trend> => {
  const visible = selectVisibleClients(ctx).where('c.clientId', '=', clientId).select('c.clientId')
  const { rows } = await sql<{ through: string; value: string }>`
    with seen as (${visible}),
    monthly as (
      select date_trunc('month', p.booking_date)::date as month, a.closed_on, -sum(p.amount) as amount
        from seen
        join account a on a.client_id = seen.client_id and a.status in ('active', 'expired', 'canceled')
        join posting p on p.account_id = a.id and p.ledger = ${sql.lit(ledgers.capital)}
        join journal j on j.id = p.journal_id and is_principal(j.kind)
       group by 1, 2)
    select d.through, coalesce(sum(m.amount), 0)::numeric(18, 2)::text as value
      from seen cross join (${trendDaysSql(ctx.businessDate)}) d
      left join monthly m on m.month <= d.through and (m.closed_on is null or m.closed_on > d.through)
     group by d.through order by d.through`.execute(ctx.db)
  if (rows.length === 0) throw buildRefusal('notFound')
  return buildTrend(rows)
}
