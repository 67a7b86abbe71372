import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { listWaitingOrders } from '#contract/payment-batches.ts'
import { resolveFilterDay } from '#rules/relative-day.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import type { EndpointDeps } from '#server/core/routes.ts'
import { payeeNamesSql } from '#server/domain/bank-holder-match.ts'
import { bankChangedAtSql, paymentHoldReasonSql, selectVisibleOrders } from '#server/domain/payment-holds.ts'
import { matchesPaymentSearch } from '#server/domain/payment-search.ts'
import { formatLocalTimeSql } from '#server/reports/local-time-column.ts'

export type WaitingOrderFilters = ParsedRequest<typeof listWaitingOrders.count>['query']
/** Approved orders in no batch that match. */
export const queryMatchingWaitingOrders = (
  ctx: Ctx,
  { search, kind, until: lastDay, ready }: WaitingOrderFilters,
  now: number,
) => {
  // A batch takes the filters of the list as its address has them.
  const until = lastDay && resolveFilterDay(lastDay, ctx.businessDate)
  const reason = paymentHoldReasonSql(ctx.prefix, ctx.businessDate, now)
  return selectVisibleOrders(ctx)
    .where('o.state', '=', 'approved')
    .$if(!!search, (rows) => rows.where(matchesPaymentSearch(ctx, search!)))
    .$if(!!kind, (rows) => rows.where('o.kind', 'in', kind!))
    .$if(!!until, (rows) =>
      rows.where(
        sql<SqlBool>`o.requested_at < (${until!}::date + 1)::timestamp at time zone ${tenantFacts[ctx.prefix].timeZone}`,
      ),
    )
    .$if(ready !== undefined, (rows) => rows.where(sql<SqlBool>`(${reason}) is ${sql.raw(ready ? '' : 'not')} null`))
}

export const waitingOrderSorts: Record<(typeof listWaitingOrders.sortable)[number], string> = {
  requestedAt: 'o.requested_at',
  amount: 'o.amount',
}

const selectWaitingOrderColumns = (ctx: Ctx, filters: WaitingOrderFilters, now: number, moment: RawBuilder<string>) =>
  queryMatchingWaitingOrders(ctx, filters, now)
    .select(['o.id', 'o.kind', 'o.amount', 'o.clientId', 'o.accountId', 'client.cvl as clientCvl'])
    .select(['a.number as accountNumber', 'k.number as bankAccount', fullNameSql('client').as('clientName')])
    .select(['k.holder as bankHolder', payeeNamesSql(sql`o.client_id`, sql`o.account_id`).as('names')])
    .select([moment.as('requestedAt'), paymentHoldReasonSql(ctx.prefix, ctx.businessDate, now).as('waits')])
    .select(bankChangedAtSql(now).as('bankChangedAt'))

type WaitingOrderRequest = { deps: Pick<EndpointDeps, 'clock'> }

export const selectWaitingOrders = (ctx: Ctx, filters: WaitingOrderFilters, { deps }: WaitingOrderRequest) =>
  selectWaitingOrderColumns(ctx, filters, deps.clock(), sql<string>`o.requested_at`)

/** For a file: instants as the firm's clock showed them. */
export const selectWaitingOrdersForFile = (ctx: Ctx, filters: WaitingOrderFilters, { deps }: WaitingOrderRequest) =>
  selectWaitingOrderColumns(ctx, filters, deps.clock(), formatLocalTimeSql(ctx, 'o.requested_at'))

export const countWaitingOrders = (ctx: Ctx, filters: WaitingOrderFilters, { deps }: WaitingOrderRequest) =>
  queryMatchingWaitingOrders(ctx, filters, deps.clock())
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<string>`coalesce(sum(o.amount), 0)::numeric(18, 2)`.as('amount'),
    ])
    .executeTakeFirstOrThrow()
