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
     and not exists (select from team_client_due d join client_staff s on s.employee_id = d.employee_id where s.client_id = t.client_id)
   group by t.client_id, t.supervisor_id, t.since, t.until
  having sum(t.stored) <> sum(t.seen)`

/** Sums that are stored, by `keys`, beside what they come to: the rows of `seen` have the columns of both. */
const compareSums = (what: string, keys: readonly string[], sums: readonly string[], seen: string): string => {
  const add = (row: 'kept' | 'counted') =>
    sums.map((sum) => `coalesce(sum(t.${sum}) filter (where t.row = '${row}'), 0)`).join(', ')
  return `
  select '${what}' as what, concat_ws(' ', ${keys.map((key) => `t.${key}`).join(', ')}) as id,
         concat_ws(', ', ${add('kept')}) as stored, concat_ws(', ', ${add('counted')}) as recomputed
    from (
      select 'kept' as row, ${[...keys, ...sums].join(', ')} from ${what}
      union all
      select 'counted', ${seen}
    ) t
   group by ${keys.map((key) => `t.${key}`).join(', ')}
  having (${add('kept')}) <> (${add('counted')})`
}

/** What is kept of teams, beside the postings and accounts of their clients, but for what waits. */
export const teamTotalsCheckSqls = [
  teamClientCheckSql,
  compareSums(
    'total_team_flow',
    ['day', 'is_month', 'supervisor_id', 'product_id', 'kind'],
    ['amount', 'movements'],
    `p.day, p.is_month, c.supervisor_id, f.product_id, f.kind, f.amount, f.movements
       from counted_team_flows() f
       join team_client c on c.client_id = f.client_id and f.day >= c.since and (c.until is null or f.day < c.until)
      cross join lateral day_and_month(f.day) p`,
  ),
  compareSums(
    'total_day_team_stock',
    ['day', 'supervisor_id', 'product_id'],
    ['principal', 'balance', 'idle_principal', 'idle_balance', 'opened', 'came', 'went'],
    `e.day, c.supervisor_id, s.product_id, e.sign * s.principal, e.sign * s.balance, e.sign * s.idle_principal, e.sign * s.idle_balance,
            e.sign * s.opened, e.came * s.balance, e.went * s.balance
       from (select client_id, day, product_id, case when is_principal(kind) then amount else 0 end as principal, amount as balance,
                    0 as idle_principal, 0 as idle_balance, 0 as opened from counted_team_flows()
              union all
             select client_id, day, product_id, 0, 0, idle_principal, idle_balance, opened from counted_team_idle()) s
       join team_client c on c.client_id = s.client_id
      cross join lateral team_events(s.day, c.since, c.until) e`,
  ),
]
