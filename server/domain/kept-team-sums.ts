import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ClientDay } from '#db/types.ts'
import type { DayRange } from '#rules/figure-period.ts'
import { dayIndexSql, monthIndexSql } from './scope-periods.ts'

/** Movements by `month`, by `day`, and those that wait by `booking_date`, each with `product_id`, `kind`, `amount`, `movements`. */
export type FlowSources = Record<'months' | 'days' | 'waiting', RawBuilder<unknown>>

/** In order, each once: as a place among them is looked up. */
export const listDays = (given: readonly string[]): string[] => [...new Set(given)].sort()

/** What waits for the totals of the team, as movements `f` of its clients `c`. */
const waitingFlowsSql = (teamOf: string) => sql`
  (select client_id, booking_date, product_id, kind, amount, movements from total_delta
    union all
   select client_id, booking_date, product_id, kind, amount, movements from team_delta) f
  join team_client c on c.client_id = f.client_id and c.supervisor_id = ${teamOf}`

/** Movements of a team's clients, on days on which they were its clients: by month, by day, and what waits. */
export const buildTeamFlowSources = (teamOf: string): FlowSources => ({
  months: sql`(select day as month, product_id, kind, amount, movements from total_team_flow where supervisor_id = ${teamOf} and is_month)`,
  days: sql`(select day, product_id, kind, amount, movements from total_team_flow where supervisor_id = ${teamOf} and not is_month)`,
  waiting: sql`(select f.booking_date, f.product_id, f.kind, f.amount, f.movements from ${waitingFlowsSql(teamOf)}
    where f.booking_date >= c.since and (c.until is null or f.booking_date < c.until))`,
})

/** Those of its days that wait for the totals of the team. */
const selectWaitingSteps = (teamOf: string): RawBuilder<unknown> => sql`
  select e.day, f.product_id, case when is_principal(f.kind) then e.sign * f.amount else 0 end as principal, e.sign * f.amount as balance,
         0 as idle_principal, 0 as idle_balance, 0 as opened, e.came * f.amount as came, e.went * f.amount as went
    from ${waitingFlowsSql(teamOf)} cross join lateral team_events(f.booking_date, c.since, c.until) e
   union all
  select e.day, s.product_id, 0, 0, e.sign * s.idle_principal, e.sign * s.idle_balance, e.sign * s.opened, 0, 0
    from stock_delta s
    join team_client c on c.client_id = s.client_id and c.supervisor_id = ${teamOf}
   cross join lateral team_events(s.day, c.since, c.until) e`

/**
 * By how much what a team has grew on each day, with clients who came and went: `day`, `product_id`, `principal`, `balance`, `idle_principal`,
 * `idle_balance`, `opened`, `came`, `went`.
 */
export const selectTeamSteps = (teamOf: string): RawBuilder<unknown> => sql`
  select t.day, t.product_id, t.principal, t.balance, t.idle_principal, t.idle_balance, t.opened, t.came, t.went
    from total_day_team_stock t where t.supervisor_id = ${teamOf}
   union all
  ${selectWaitingSteps(teamOf)}`

/** What stood in the accounts of a team's clients at the end of each of these days, by product, as of the whole firm. */
export const selectTeamStocks = (teamOf: string, given: readonly string[]): RawBuilder<unknown> => {
  const sorted = listDays(given)
  const days = sql`${sorted}::date[]`
  const columns = sql`principal, balance, idle_principal, idle_balance, opened`
  return sql`
    with d as (
      select u.day, u.place from unnest(${days}) with ordinality u (day, place)
    ), earlier as (
      select k.place, k.product_id, sum(k.principal) as principal, sum(k.balance) as balance, sum(k.idle_principal) as idle_principal,
             sum(k.idle_balance) as idle_balance, sum(k.opened) as opened
        from (select ${monthIndexSql(sorted, sql`t.month`)} as place, product_id, ${columns} from total_month_team_stock t where t.supervisor_id = ${teamOf}
               union all
              select ${dayIndexSql(days, sql`t.day`)}, product_id, ${columns} from (${selectWaitingSteps(teamOf)}) t) k
       group by 1, 2
    )
    select s.day, s.product_id, sum(s.opened)::int as accounts, sum(s.balance - s.idle_balance)::numeric(18, 2) as balance,
           sum(s.principal - s.idle_principal)::numeric(18, 2) as principal, sum(s.idle_balance)::numeric(18, 2) as idle
      from (select d.day, e.product_id, ${columns} from d join earlier e on e.place <= d.place
             union all
            select d.day, t.product_id, ${columns}
              from d join total_day_team_stock t on t.supervisor_id = ${teamOf} and t.day between month_of(d.day) and d.day) s
     group by 1, 2`
}

/** What stood in the accounts of clients who came to a team or left it in a range, on the eve of the day. */
export const selectTeamMoves = (teamOf: string, { from, to }: DayRange): RawBuilder<unknown> => sql`
  select u.part, sum(u.amount)::numeric(18, 2)::text as amount
    from (${selectTeamSteps(teamOf)}) t
   cross join lateral (values ('came', t.came), ('went', -t.went)) u (part, amount)
   where t.day between ${from}::date and ${to}::date and (t.came <> 0 or t.went <> 0)
   group by 1 having sum(u.amount) <> 0`

type TeamFact = ClientDay | 'renewal' | 'ended' | 'waiting'

/** What a team counts of its clients, kept or still to be added, as rows of `total_team_fact`: `day`, `counted_from`, `moment`, `part`, `number`, `amount`. */
export const selectTeamFacts = (what: TeamFact, teamOf: string): RawBuilder<unknown> => sql`(
  select k.day, k.counted_from, k.moment, k.part, k.number, k.amount from total_team_fact k where k.supervisor_id = ${teamOf} and k.what = ${what}
   union all
  select e.day, e.counted_from, f.moment, f.part, e.sign * f.number, e.sign * f.amount
    from team_fact_delta f
    join team_client c on c.client_id = f.client_id and c.supervisor_id = ${teamOf}
   cross join lateral team_fact_events(f.what, f.day, c.since, c.until) e
   where f.what = ${what})`

/** Whether somebody was a client of the team at the end of a day. */
export const isTeamClientOnSql = (teamOf: string, client: RawBuilder<unknown>, day: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select from team_client o where o.client_id = ${client} and o.supervisor_id = ${teamOf}
    and o.since <= ${day}::date and (o.until is null or o.until > ${day}::date))`
