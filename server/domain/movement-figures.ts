import { type Expression, type SqlBool, sql } from 'kysely'
import { outflowParts } from '#contract/figures/keys.ts'
import { shiftDay } from '#rules/calendar.ts'
import { ledgers } from '#rules/ledgers.ts'
import { isOpenOnSql, selectStockRows } from './account-figures.ts'
import { isReinvestedSql } from './captation.ts'
import { type FigureRequest, isInFigureScopeOn, listScopeStaffIds, wasEverInFigureScope } from './figure-scope.ts'

const capitalLedger = sql.lit(ledgers.capital)

/** Capital and interest that stand in the accounts that were open on the day. */
export const selectBalanceRows = (request: FigureRequest): Expression<unknown> =>
  selectStockRows(request, isOpenOnSql(request), 'balance')

/** Money in accounts that were not open on the day: it has come and its account waits for the rest, or it stayed after the end. */
export const selectIdleMoneyRows = (request: FigureRequest): Expression<unknown> =>
  sql`select * from (${selectStockRows(request, sql<SqlBool>`${isOpenOnSql(request)} is not true`, 'balance')}) idle where amount <> 0`

/** Journals that moved what stands in the accounts of clients who counted on the day of the booking, by kind; reversals on their own day. */
export const selectFlowRows = (request: FigureRequest): Expression<unknown> => {
  const { from, to } = request
  return sql`
    select j.id, a.id as account_id, a.client_id, j.booking_date as day, j.kind::text as part, sum(-p.amount)::numeric(18, 2) as amount
      from client_list c
      join account a on a.client_id = c.client_id
      join posting p on p.account_id = a.id and p.ledger = ${capitalLedger} and p.booking_date between ${from}::date and ${to}::date
      join journal j on j.id = p.journal_id
     where ${wasEverInFigureScope(request)} and ${isInFigureScopeOn(request, sql`p.booking_date`)}
     group by j.id, a.id`
}

/** Money that left for good: paid to the client. */
export const selectOutflowRows = (request: FigureRequest): Expression<unknown> => sql`
  select r.* from (${selectFlowRows(request)}) r where r.part in (${sql.join(outflowParts)})`

/** Money that came in, new or within a month of a payout to the same client or co-holder. */
export const selectContributionRows = (request: FigureRequest): Expression<unknown> => sql`
  select r.id, r.account_id, r.client_id, r.day, r.amount,
         case when ${isReinvestedSql(sql`r.id`)} then 'reinvested' else 'new' end as part
    from (${selectFlowRows(request)}) r where r.part = 'contribution'`

/**
 * What clients who came to count, or no longer do, brought or took with them: all that stood in their accounts on the eve of the day. A row for each
 * account and day on which a link began or ended; in a scope without people nobody comes or goes.
 */
export const selectPortfolioMoveRows = (request: FigureRequest): Expression<unknown> => {
  const { ctx, people, from, to } = request
  const staffIds = listScopeStaffIds({ ctx, people })
  const isIn = (day: unknown) => isInFigureScopeOn({ ctx, people }, sql`${day}`)
  return sql`
    select * from (
      select a.id * 100000 + (m.day - date '1970-01-01') as id, a.id as account_id, m.client_id, m.day,
             case when m.is_in then 'came' else 'went' end as part,
             case when m.is_in then 1 else -1 end * (
               select coalesce(-sum(p.amount), 0)::numeric(18, 2) from posting p
                where p.account_id = a.id and p.ledger = ${capitalLedger} and p.booking_date < m.day) as amount
        from (
          select c.client_id, d.day, ${isIn(sql`d.day`)} as is_in, ${isIn(sql`d.day - 1`)} as was_in
            from (
              select s.client_id, s.valid_from as day from client_staff s
               where s.employee_id = any(${staffIds}::bigint[]) and s.valid_from between ${from}::date and ${to}::date
               union
              -- A link that ends on the first day of its follower had that day no more.
              select s.client_id, s.valid_to + u.after from client_staff s cross join (values (0), (1)) u (after)
               where s.employee_id = any(${staffIds}::bigint[]) and s.valid_to between ${shiftDay(from, -1)}::date and ${to}::date
                 and s.valid_to + u.after between ${from}::date and ${to}::date
            ) d
            join client_list c on c.client_id = d.client_id
          -- Looked up once for each client and day, not for each of their accounts.
          offset 0
        ) m
        join account a on a.client_id = m.client_id
       where m.is_in is distinct from m.was_in
    ) moved where amount <> 0`
}
