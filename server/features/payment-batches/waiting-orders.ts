import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { Sorting } from '#contract/core/list.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { listWaitingOrders } from '#contract/payment-batches.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { orderBy, pageOf } from '#server/core/paging.ts'
import { fullName } from '#server/domain/client-columns.ts'
import { markOtherHolder, payeeNames } from '#server/domain/other-holder.ts'
import { isPaymentFound } from '#server/domain/payment-search.ts'
import { bankChangedAt, ordersToPay, waitsOf } from '#server/domain/payment-waits.ts'
import { onTheClock } from '#server/reports/on-the-clock.ts'

export type WaitingFilters = Parsed<typeof listWaitingOrders.count>['query']
/** Approved orders in no batch that match. */
export const matching = (ctx: Ctx, { search, kind, until, ready }: WaitingFilters, now: number) => {
  const reason = waitsOf(ctx.prefix, ctx.businessDate, now)
  return ordersToPay(ctx)
    .where('o.state', '=', 'approved')
    .$if(!!search, (rows) => rows.where(isPaymentFound(ctx, search!)))
    .$if(!!kind, (rows) => rows.where('o.kind', '=', kind!))
    .$if(!!until, (rows) =>
      rows.where(
        sql<SqlBool>`o.requested_at < (${until!}::date + 1)::timestamp at time zone ${tenantFacts[ctx.prefix].timeZone}`,
      ),
    )
    .$if(ready !== undefined, (rows) => rows.where(sql<SqlBool>`(${reason}) is ${sql.raw(ready ? '' : 'not')} null`))
}

const sortColumns: Record<(typeof listWaitingOrders.sortable)[number], string> = {
  requestedAt: 'o.requested_at',
  amount: 'o.amount',
}

const shown = (ctx: Ctx, filters: WaitingFilters, now: number, moment: RawBuilder<string>) =>
  matching(ctx, filters, now)
    .select(['o.id', 'o.kind', 'o.amount', 'o.clientId', 'o.accountId', 'client.cvl as clientCvl'])
    .select(['a.number as accountNumber', 'k.number as bankAccount', fullName('client').as('clientName')])
    .select(['k.holder as bankHolder', payeeNames(sql`o.client_id`, sql`o.account_id`).as('names')])
    .select([moment.as('requestedAt'), waitsOf(ctx.prefix, ctx.businessDate, now).as('waits')])
    .select(bankChangedAt(now).as('bankChangedAt'))

export const findWaiting = async (
  ctx: Ctx,
  { page, pageSize, knownTotal, sort, direction, ...filters }: Parsed<typeof listWaitingOrders.page>['query'],
  now: number,
): Promise<Answer<typeof listWaitingOrders.page>> => {
  const paging = { page, pageSize, knownTotal, sort, direction }
  const rows = await pageOf(shown(ctx, filters, now, sql<string>`o.requested_at`), paging, sortColumns, 'o.id')
  return { rows: rows.map(markOtherHolder) }
}

/** All of them, for a file: instants as the firm's clock showed them. */
export const allWaiting = (ctx: Ctx, { sort, direction, ...filters }: WaitingFilters & Sorting, now: number) =>
  shown(ctx, filters, now, onTheClock(ctx, 'o.requested_at')).orderBy(orderBy({ sort, direction }, sortColumns, 'o.id'))

export const countWaiting = async (ctx: Ctx, filters: WaitingFilters, now: number) => {
  const { total, amount } = await matching(ctx, filters, now)
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<string>`coalesce(sum(o.amount), 0)::numeric(18, 2)`.as('amount'),
    ])
    .executeTakeFirstOrThrow()
  return { total, totals: { amount } }
}
