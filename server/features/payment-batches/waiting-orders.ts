import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { ListSorting } from '#contract/core/list.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { listWaitingOrders } from '#contract/payment-batches.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildOrderBy, fetchPage } from '#server/core/paging.ts'
import { addOtherHolderFlag, payeeNamesSql } from '#server/domain/bank-holder-match.ts'
import { fullNameSql } from '#server/domain/client-columns.ts'
import { bankChangedAtSql, paymentHoldReasonSql, selectVisibleOrders } from '#server/domain/payment-holds.ts'
import { matchesPaymentSearch } from '#server/domain/payment-search.ts'
import { formatLocalTimeSql } from '#server/reports/local-time-column.ts'

export type WaitingOrderFilters = ParsedRequest<typeof listWaitingOrders.count>['query']
/** Approved orders in no batch that match. */
export const queryMatchingWaitingOrders = (
  ctx: Ctx,
  { search, kind, until, ready }: WaitingOrderFilters,
  now: number,
) => {
  const reason = paymentHoldReasonSql(ctx.prefix, ctx.businessDate, now)
  return selectVisibleOrders(ctx)
    .where('o.state', '=', 'approved')
    .$if(!!search, (rows) => rows.where(matchesPaymentSearch(ctx, search!)))
    .$if(!!kind, (rows) => rows.where('o.kind', '=', kind!))
    .$if(!!until, (rows) =>
      rows.where(
        sql<SqlBool>`o.requested_at < (${until!}::date + 1)::timestamp at time zone ${tenantFacts[ctx.prefix].timeZone}`,
      ),
    )
    .$if(ready !== undefined, (rows) => rows.where(sql<SqlBool>`(${reason}) is ${sql.raw(ready ? '' : 'not')} null`))
}

const waitingOrderSorts: Record<(typeof listWaitingOrders.sortable)[number], string> = {
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

export const findWaitingOrders = async (
  ctx: Ctx,
  { page, pageSize, knownTotal, sort, direction, ...filters }: ParsedRequest<typeof listWaitingOrders.page>['query'],
  now: number,
): Promise<ResponseBody<typeof listWaitingOrders.page>> => {
  const paging = { page, pageSize, knownTotal, sort, direction }
  const rows = await fetchPage(
    selectWaitingOrderColumns(ctx, filters, now, sql<string>`o.requested_at`),
    paging,
    waitingOrderSorts,
    'o.id',
  )
  return { rows: rows.map(addOtherHolderFlag) }
}

/** All of them, for a file: instants as the firm's clock showed them. */
export const selectWaitingOrdersForFile = (
  ctx: Ctx,
  { sort, direction, ...filters }: WaitingOrderFilters & ListSorting,
  now: number,
) =>
  selectWaitingOrderColumns(ctx, filters, now, formatLocalTimeSql(ctx, 'o.requested_at')).orderBy(
    buildOrderBy({ sort, direction }, waitingOrderSorts, 'o.id'),
  )

export const countWaitingOrders = async (ctx: Ctx, filters: WaitingOrderFilters, now: number) => {
  const { total, amount } = await queryMatchingWaitingOrders(ctx, filters, now)
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<string>`coalesce(sum(o.amount), 0)::numeric(18, 2)`.as('amount'),
    ])
    .executeTakeFirstOrThrow()
  return { total, totals: { amount } }
}
