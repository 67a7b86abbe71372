import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { tenantFacts } from '#contract/core/tenants.ts'
import { ledgers } from '#rules/ledgers.ts'
import {
  type FigureRequest,
  isInFigureScopeOn,
  selectClientsOn,
  wasEverInFigureScope,
} from '#server/domain/figure-scope.ts'
import { isWholeFirm } from './kept-scope.ts'

const capitalLedger = sql.lit(ledgers.capital)

const isPast = ({ ctx, to }: FigureRequest): boolean => to < ctx.businessDate

/** The condition that the account `a` was open on a day: begun by then, and not ended. */
export const isOpenOnSql = (request: FigureRequest): RawBuilder<SqlBool> =>
  isPast(request)
    ? sql<SqlBool>`(a.status in ('active', 'expired', 'canceled') and a.opened_on <= ${request.to}::date
        and (a.closed_on is null or a.closed_on > ${request.to}::date))`
    : sql<SqlBool>`a.status = 'active'`

/**
 * The accounts `a` of the clients who count on the last day, with what stood in them then, as `s`. A stock of the past is that of today without what was
 * booked since, so a day that is near costs little. Today's and what came since are added up, not joined: a join is planned for the few clients
 * whom somebody is thought to have had, and read what was booked since once for each of the many that they had.
 */
const selectStockOn = (request: FigureRequest, condition: RawBuilder<SqlBool>): RawBuilder<unknown> => {
  const accounts = selectClientsOn(request, request.to)
    .innerJoin('account as a', 'a.clientId', 'c.clientId')
    .where(condition)
    .select(['a.id', 'a.clientId', 'a.openedOn', 'a.productId', 'a.agreedAmount', 'a.createdAt'])
  if (!isPast(request))
    return sql`(select s.*, b.principal, b.balance from (${accounts}) s join account_balance b on b.account_id = s.id)`
  return sql`(
    with s as materialized (${accounts})
    select s.*, v.principal, v.balance from (
      select moved.id, sum(moved.principal) as principal, sum(moved.balance) as balance from (
        select s.id, b.principal, b.balance from s join account_balance b on b.account_id = s.id
         union all
        select s.id, case when is_principal(j.kind) then p.amount else 0 end, p.amount
          from s join posting p on p.account_id = s.id and p.ledger = ${capitalLedger} and p.booking_date > ${request.to}::date
          join journal j on j.id = p.journal_id) moved
       group by moved.id) v
      join s on s.id = v.id)`
}

/** Rows of accounts by the family of their product; their balance stands beside the capital, too. */
export const selectStockRows = (
  request: FigureRequest,
  condition: RawBuilder<SqlBool>,
  amount: 'principal' | 'balance',
): RawBuilder<unknown> => sql`
  select s.id, s.id as account_id, s.client_id, s.opened_on as day, p.family::text as part, s.${sql.ref(amount)} as amount, s.balance
    from ${selectStockOn(request, condition)} s join product p on p.id = s.product_id`

/** Accounts that had begun by the day and not ended yet; today those that are active. */
export const selectCapitalRows = (request: FigureRequest): Expression<unknown> =>
  selectStockRows(request, isOpenOnSql(request), 'principal')

/** Accounts that began in the range, with what was agreed. */
export const selectActivatedRows = (request: FigureRequest): Expression<unknown> =>
  selectClientsOn(request, request.to)
    .innerJoin('account as a', 'a.clientId', 'c.clientId')
    .innerJoin('product as p', 'p.id', 'a.productId')
    .where('a.status', 'in', ['active', 'expired', 'canceled'])
    .where('a.openedOn', '>=', request.from)
    .where('a.openedOn', '<=', request.to)
    .select(['a.id', 'a.id as accountId', 'c.clientId', 'a.openedOn as day', sql<string>`p.family::text`.as('part')])
    .select(sql<string>`coalesce(a.agreed_amount, 0)::numeric(18, 2)`.as('amount'))

/** The day on which an account was made, by the firm's clock. */
const madeOnSql = ({ prefix }: FigureRequest['ctx'], account: 'a' | 's') =>
  sql<string>`(${sql.ref(`${account}.createdAt`)} at time zone ${tenantFacts[prefix].timeZone})::date`

/** Of accounts that wait for their money: what was agreed and has not come. Who knew of them then is told by when they were made. */
export const selectPendingCapitalRows = (request: FigureRequest): Expression<unknown> => {
  const { ctx, to } = request
  // By index where all that waited count: those of few are found by their clients.
  const mayWait = isWholeFirm(request)
    ? sql<SqlBool>`waiting_days(a.created_at, a.opened_on, a.closed_on) @> ${to}::date`
    : sql<SqlBool>`true`
  const isWaiting = isPast(request)
    ? sql<SqlBool>`(a.status <> 'draft' and a.agreed_amount is not null and ${mayWait} and ${madeOnSql(ctx, 'a')} <= ${to}::date
        and (a.opened_on is null or a.opened_on > ${to}::date) and (a.closed_on is null or a.closed_on > ${to}::date))`
    : sql<SqlBool>`(a.status = 'pending' and a.agreed_amount is not null)`
  return sql`
    select s.id, s.id as account_id, s.client_id, ${madeOnSql(ctx, 's')} as day, 'awaiting' as part, s.agreed_amount - s.principal as amount
      from ${selectStockOn(request, isWaiting)} s`
}

/** Of an account `a` with its balance `b` and what left it from the end of its term on, `v`: its balance while its term runs, then what left it. */
export const expirationAmountSql = sql<string>`case when a.status = 'active' then b.balance else coalesce(v.amount, 0)::numeric(18, 2) end`

const selectEnding = (request: FigureRequest) =>
  selectClientsOn(request, request.to)
    .innerJoin('account as a', 'a.clientId', 'c.clientId')
    .innerJoin('accountBalance as b', 'b.accountId', 'a.id')
    .where('a.expiresOn', '>=', request.from)
    .where('a.expiresOn', '<=', request.to)
    .select(['a.id', 'a.id as accountId', 'c.clientId', 'a.expiresOn as day'])

/** Accounts whose term ends in the range, with what became of them; who left before the end is not there. */
export const selectExpirationRows = (request: FigureRequest): Expression<unknown> =>
  selectEnding(request)
    .leftJoin('maturity as m', 'm.accountId', 'a.id')
    .leftJoin('accountMatured as v', 'v.accountId', 'a.id')
    .where('a.status', 'in', ['active', 'expired'])
    .select(
      sql<string>`case when a.status = 'active' then 'coming'
        when m.outcome = 'parked' and m.released_at is null then 'parked'
        when m.outcome in ('renewed', 'transferred') then m.outcome::text
        when v.moved then 'renewed' else 'paid' end`.as('part'),
    )
    .select(expirationAmountSql.as('amount'))

/** Accounts whose term ends in the range and of which nobody has said what becomes of them: the product's own instruction holds. */
export const selectUninstructedRows = (request: FigureRequest): Expression<unknown> =>
  selectEnding(request)
    .where('a.status', '=', 'active')
    .where('a.instruction', 'is', null)
    .select([sql<string>`'coming'`.as('part'), 'b.balance as amount'])

/** Accounts that had been open and ended in the range, for whoever looked after the client then. */
export const selectEndedAccountRows = (request: FigureRequest): Expression<unknown> => sql`
  select a.id, a.id as account_id, a.client_id, a.closed_on as day, a.status::text as part, null::numeric as amount
    from client_list c join account a on a.client_id = c.client_id
   where a.status in ('expired', 'canceled') and a.opened_on is not null and a.closed_on between ${request.from}::date and ${request.to}::date
     and ${wasEverInFigureScope(request)} and ${isInFigureScopeOn(request, sql`a.closed_on`)}`

/** What left accounts at the end of their term, by what became of it; reversals on their own day. Part of what was suspended can have gone on later. */
export const selectMaturedRows = (request: FigureRequest): Expression<unknown> => sql`
  select j.id, a.id as account_id, a.client_id, l.booking_date as day, sum(l.amount)::numeric(18, 2) as amount,
         case when j.kind = 'transfer' and m.outcome = 'transferred' then 'transferred'
              when j.kind = 'transfer' or (m.released_at is not null and m.renewed_id is not null) then 'renewed'
              when m.outcome = 'parked' and m.released_at is null then 'parked' else 'paid' end as part
    from client_list c
    join account a on a.client_id = c.client_id and a.status <> 'canceled'
    join posting l on l.account_id = a.id and l.ledger = ${capitalLedger} and l.booking_date >= a.expires_on
                  and l.booking_date between ${request.from}::date and ${request.to}::date
    join journal j on j.id = l.journal_id and j.kind in ('transfer', 'maturity')
    left join maturity m on m.account_id = a.id
   where (l.amount > 0) = (j.reverses_id is null)
     and ${wasEverInFigureScope(request)} and ${isInFigureScopeOn(request, sql`l.booking_date`)}
   group by j.id, a.id, l.booking_date, m.account_id`
