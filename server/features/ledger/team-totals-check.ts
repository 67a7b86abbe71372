/** When clients were whose team's, as it is counted, beside links and teams; of clients who wait to be counted anew nothing is said. */
const teamClientCheckSql = `
  select 'team_client' as what, concat_ws(' ', 'client ' || t.client_id, 'supervisor ' || t.supervisor_id, t.since) as id,
         case when sum(t.stored) = 0 then 'nothing' else 'until ' || coalesce(t.until::text, 'today') end as stored,
         case when sum(t.stored) = 0 then 'until ' || coalesce(t.until::text, 'today') else 'nothing' end as recomputed
    from (
      select client_id, supervisor_id, since, until, 1 as stored, 0 as seen from team_client
      union all
      select client_id, supervisor_id, since, until, 0, 1 from team_periods()
    ) t
   where not exists (select from team_client_due d where d.client_id = t.client_id)
   group by t.client_id, t.supervisor_id, t.since, t.until
  having sum(t.stored) <> sum(t.seen)`

/** Movements of teams by day or month beside the postings of their clients, but for those that wait. */
const buildTeamFlowCheckSql = (what: string, stored: string, period: string): string => `
  select '${what}' as what, concat_ws(' ', t.period, 'supervisor ' || t.supervisor_id, 'product ' || t.product_id, t.kind) as id,
         sum(t.stored)::numeric(18,2) || ' in ' || sum(t.stored_movements) as stored,
         sum(t.seen)::numeric(18,2) || ' in ' || sum(t.seen_movements) as recomputed
    from (
      select supervisor_id, ${stored} as period, product_id, kind, amount as stored, movements as stored_movements, 0 as seen, 0 as seen_movements from ${what}
      union all
      select c.supervisor_id, ${period}, f.product_id, f.kind, 0, 0, f.amount, f.movements
        from counted_team_flows() f join team_client c on c.client_id = f.client_id and f.day >= c.since and (c.until is null or f.day < c.until)
    ) t
   group by t.supervisor_id, t.period, t.product_id, t.kind
  having (sum(t.stored), sum(t.stored_movements)) <> (sum(t.seen), sum(t.seen_movements))`

const stockColumns = ['principal', 'balance', 'idle_principal', 'idle_balance', 'opened', 'came', 'went']
const sumColumns = (prefix: string): string => stockColumns.map((column) => `sum(${prefix}${column})`).join(', ')

/** Money of teams beside accounts and postings of their clients, but for what waits. */
const teamStockCheckSql = `
  select 'total_day_team_stock' as what, concat_ws(' ', t.day, 'supervisor ' || t.supervisor_id, 'product ' || t.product_id) as id,
         concat_ws(', ', ${sumColumns('t.')}) as stored, concat_ws(', ', ${sumColumns('t.seen_')}) as recomputed
    from (
      select supervisor_id, day, product_id, ${stockColumns.join(', ')}, ${stockColumns.map((column) => `0 as seen_${column}`).join(', ')}
        from total_day_team_stock
      union all
      select c.supervisor_id, e.day, s.product_id, ${stockColumns.map(() => '0').join(', ')}, e.sign * s.principal, e.sign * s.balance,
             e.sign * s.idle_principal, e.sign * s.idle_balance, e.sign * s.opened, e.came * s.balance, e.went * s.balance
        from (select client_id, day, product_id, case when is_principal(kind) then amount else 0 end as principal, amount as balance,
                     0 as idle_principal, 0 as idle_balance, 0 as opened from counted_team_flows()
               union all
              select client_id, day, product_id, 0, 0, idle_principal, idle_balance, opened from counted_team_idle()) s
        join team_client c on c.client_id = s.client_id
       cross join lateral team_events(s.day, c.since, c.until) e
    ) t
   group by t.supervisor_id, t.day, t.product_id
  having (${sumColumns('t.')}) <> (${sumColumns('t.seen_')})`

/** What is kept of teams, beside what it is made of. */
export const teamTotalsCheckSqls = [
  teamClientCheckSql,
  buildTeamFlowCheckSql('total_day_team_flow', 'day', 'f.day'),
  buildTeamFlowCheckSql('total_month_team_flow', 'month', `date_trunc('month', f.day)::date`),
  teamStockCheckSql,
]
