import { type Expression, type SqlBool, sql } from 'kysely'
import { tenantFacts } from '#contract/core/tenants.ts'
import { type FigureRequest, selectClientsOn } from '#server/domain/figure-scope.ts'

/** In which a withdrawal waits for its money to leave. */
export const openOrderStates = ['requested', 'approved', 'in_batch'] as const

/** Withdrawals that are asked for and whose money has not left: today by their state, on an earlier day by the steps that they had been through. */
export const selectWithdrawalRequestRows = (request: FigureRequest): Expression<unknown> => {
  const { ctx, to } = request
  const zone = tenantFacts[ctx.prefix].timeZone
  const orders = selectClientsOn(request, to)
    .innerJoin('account as a', 'a.clientId', 'c.clientId')
    .innerJoin('paymentOrder as o', 'o.accountId', 'a.id')
    .where('o.kind', '=', 'withdrawal')
    .select(['o.id', 'a.id as accountId', 'c.clientId', 'o.amount'])
    .select(sql<string>`(o.requested_at at time zone ${zone})::date`.as('day'))
  if (to >= ctx.businessDate)
    return orders.where('o.state', 'in', [...openOrderStates]).select(sql<string>`o.state::text`.as('part'))
  return orders
    .innerJoinLateral(
      sql<{ state: string }>`(
        select s.state::text as state from payment_step s
         where s.order_id = o.id and (s.at at time zone ${zone})::date <= ${to}::date order by s.step desc limit 1)`.as(
        's',
      ),
      (join) => join.onTrue(),
    )
    .where(sql<SqlBool>`s.state in (${sql.join(openOrderStates)})`)
    .select('s.state as part')
}
