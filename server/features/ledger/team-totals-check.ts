/** When clients were whose team's, as it is counted, beside links and teams; of clients who wait to be counted anew nothing is said. */
export const teamClientCheckSql = `
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

const flowCheckSql = compareSums(
  'total_team_flow',
  ['day', 'is_month', 'supervisor_id', 'product_id', 'kind'],
  ['amount', 'movements'],
  `p.day, p.is_month, c.supervisor_id, f.product_id, f.kind, f.amount, f.movements
     from counted_team_flows() f
     join team_client c on c.client_id = f.client_id and f.day >= c.since and (c.until is null or f.day < c.until)
    cross join lateral day_and_month(f.day) p`,
)

const stockCheckSql = compareSums(
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
)

const monthStockCheckSql = compareSums(
  'total_month_stock',
  ['month', 'product_id'],
  ['idle_principal', 'idle_balance', 'opened'],
  'month_of(day), product_id, idle_principal, idle_balance, opened from total_day_stock',
)

const teamMonthStockCheckSql = compareSums(
  'total_month_team_stock',
  ['month', 'supervisor_id', 'product_id'],
  ['principal', 'balance', 'idle_principal', 'idle_balance', 'opened'],
  'month_of(day), supervisor_id, product_id, principal, balance, idle_principal, idle_balance, opened from total_day_team_stock',
)

const monthCreditCheckSql = compareSums(
  'total_month_credit',
  ['month', 'employee_id'],
  ['gross', 'out', 'parts'],
  `month, employee_id, case when is_new then amount else 0 end, case when is_new then 0 else amount end, parts
     from total_month_captation where is_new or kind <> 'contribution'`,
)

const factCheckSql = compareSums(
  'total_team_fact',
  ['day', 'supervisor_id', 'what', 'counted_from', 'moment', 'part'],
  ['number', 'amount'],
  `e.day, c.supervisor_id, f.what, e.counted_from, f.moment, f.part, e.sign * f.number, e.sign * f.amount
     from counted_team_facts() f
     join team_client c on c.client_id = f.client_id
    cross join lateral team_fact_events(f.what, f.day, c.since, c.until) e`,
)

/** A number of a day, like no other's: sums of amounts times it differ where an amount stands on another day. */
export const dayChecksumSql = (day: string) => `hashint4(${day} - date '2000-01-01')::bigint`

const firstOfMonth = (day: string) => `(${day} - extract(day from ${day})::integer + 1)`

/**
 * Whose a team's client is still, and has been since before its first movement, needs no days: it is enough to know what its accounts come to
 * (`seen_whole`, by team, of all who are still somebody's of it). For all others (`seen_partial`) there are the movements of those clients by day
 * (`seen_split`). Both are less what waits, as links and waiting movements stand now: gathered anew once these changed. Few sets of teams have many clients: sums are made by set, and handed to each team of it then.
 */
export const gatherTeamsSql = `
  drop table if exists pg_temp.seen_partial, pg_temp.seen_split, pg_temp.seen_whole;
  create temporary table seen_partial on commit drop as
  select t.client_id, t.supervisor_id, t.since, t.until
    from team_client t
    left join (select a.client_id, least(min(s.first_day), min(a.opened_on), min(a.closed_on)) as day
                 from account a left join seen_account s on s.account_id = a.id group by a.client_id) f on f.client_id = t.client_id
   where t.until is not null or t.since > f.day;
  create temporary table seen_split on commit drop as
  select f.* from (select array_agg(distinct client_id) as clients from seen_partial) c, lateral counted_team_flows(c.clients) f where c.clients is not null;
  create temporary table seen_whole on commit drop as
  with client_set as materialized (
    select client_id, array_agg(supervisor_id order by supervisor_id) as supervisors from team_client where until is null group by client_id
  ), sums as (
    select c.supervisors, m.product_id, m.kind, sum(m.amount) as amount, sum(m.movements) as movements
      from (select a.client_id, a.product_id, s.kind, s.weighed_amount as amount, s.weighed_movements as movements
              from seen_account s join account a on a.id = s.account_id
             union all
            select d.client_id, d.product_id, d.kind, -d.amount * ${dayChecksumSql('d.booking_date')}, -d.movements * ${dayChecksumSql('d.booking_date')}
              from (select client_id, booking_date, product_id, kind, amount, movements from total_delta
                     union all
                    select client_id, booking_date, product_id, kind, amount, movements from team_delta) d) m
      join client_set c on c.client_id = m.client_id
     group by 1, 2, 3
  )
  select u.supervisor_id, s.product_id, s.kind, sum(s.amount) as amount, sum(s.movements) as movements
    from sums s cross join lateral unnest(s.supervisors) u (supervisor_id) group by 1, 2, 3;
  analyze seen_partial, seen_split, seen_whole`

/** Movements of before a client came, which are in the team's sum, and those of a client who left, which are in none. */
const partialFlowsSql = `
  seen_split p
  join seen_partial c on c.client_id = p.client_id and case when c.until is null then p.day < c.since else p.day >= c.since and p.day < c.until end
 cross join lateral (select case when c.until is null then 1 else -1 end * ${dayChecksumSql('p.day')} as weight) w`

/** Found rows mean that some day or month of some team differs. */
const flowHintSql = `
  select t.supervisor_id
    from (
      select supervisor_id, product_id, kind,
             case when not is_month then amount * ${dayChecksumSql('day')} else 0 end as amount,
             case when not is_month then movements * ${dayChecksumSql('day')} else 0 end as movements,
             case when is_month then amount else -amount end * ${dayChecksumSql(firstOfMonth('day'))} as month_amount,
             case when is_month then movements else -movements end * ${dayChecksumSql(firstOfMonth('day'))} as month_movements
        from total_team_flow
      union all
      select supervisor_id, product_id, kind, -amount, -movements, 0, 0 from seen_whole
      union all
      select c.supervisor_id, p.product_id, p.kind, p.amount * w.weight, p.movements * w.weight, 0, 0 from ${partialFlowsSql}
    ) t
   group by t.supervisor_id, t.product_id, t.kind
  having (sum(t.amount), sum(t.movements), sum(t.month_amount), sum(t.month_movements)) <> (0, 0, 0, 0)
   limit 1`

/** What those movements changed on which day: of one before the client came, what it came with in place of it. */
const partialStocksSql = `
  select c.supervisor_id, p.product_id, case when is_principal(p.kind) then p.amount else 0 end as principal, p.amount as balance,
         e.sign * w.weight as weight, e.came * w.weight as came, e.went * w.weight as went
    from seen_split p
    join seen_partial c on c.client_id = p.client_id and (c.until is not null or p.day < c.since)
   cross join lateral team_events(p.day, c.since, c.until) e
   cross join lateral (select ${dayChecksumSql('e.day')} as weight) w
   union all
  select c.supervisor_id, p.product_id, case when is_principal(p.kind) then p.amount else 0 end, p.amount, -${dayChecksumSql('p.day')}, 0, 0
    from seen_split p
    join seen_partial c on c.client_id = p.client_id and c.until is null and p.day < c.since`

const stockHintSql = `
  select t.supervisor_id
    from (
      select supervisor_id, product_id, principal * w.weight as principal, balance * w.weight as balance, idle_principal * w.weight as idle_principal,
             idle_balance * w.weight as idle_balance, opened * w.weight as opened, came * w.weight as came, went * w.weight as went
        from total_day_team_stock cross join lateral (select ${dayChecksumSql('day')} as weight) w
      union all
      select supervisor_id, product_id, case when is_principal(kind) then -amount else 0 end, -amount, 0, 0, 0, 0, 0 from seen_whole
      union all
      select supervisor_id, product_id, -principal * weight, -balance * weight, 0, 0, 0, -balance * came, -balance * went from (${partialStocksSql}) p
      union all
      select c.supervisor_id, s.product_id, 0, 0, -e.sign * s.idle_principal * w.weight, -e.sign * s.idle_balance * w.weight, -e.sign * s.opened * w.weight, 0, 0
        from (select client_id, day, product_id, idle_principal, idle_balance, opened from seen_idle
               union all
              select client_id, day, product_id, -idle_principal, -idle_balance, -opened from stock_delta) s
        join team_client c on c.client_id = s.client_id
       cross join lateral team_events(s.day, c.since, c.until) e
       cross join lateral (select ${dayChecksumSql('e.day')} as weight) w
    ) t
   group by t.supervisor_id, t.product_id
  having (sum(t.principal), sum(t.balance), sum(t.idle_principal), sum(t.idle_balance), sum(t.opened), sum(t.came), sum(t.went)) <> (0, 0, 0, 0, 0, 0, 0)
   limit 1`

/** What is kept of teams, beside the postings and accounts of their clients, but for what waits. */
export const teamTotalsChecks: readonly { sql: string; hint?: string }[] = [
  { sql: flowCheckSql, hint: flowHintSql },
  { sql: stockCheckSql, hint: stockHintSql },
  { sql: monthStockCheckSql },
  { sql: teamMonthStockCheckSql },
  { sql: monthCreditCheckSql },
  { sql: factCheckSql },
]
