-- What the totals of teams hold is kept of each person alone, too: of whoever has clients, under the number of the person below zero. A person's own figures
-- were read from the movements of their clients. See docs/decisions/0190-person-totals.md

-- Nobody folds, and nobody changes any of it, until all that is there is counted.
select pg_advisory_xact_lock(hashtext('fold_totals'), hashtext(current_schema()));
lock table posting, account, client, client_list in share row exclusive mode;

-- When each of these clients was whose team's, and whose alone, as links and teams stand now.
-- Replaces team_periods of 0133_team_totals: people alone.
create or replace function team_periods(p_clients bigint[] default null) returns table (client_id bigint, supervisor_id bigint, since date, until date)
  language sql stable security definer set search_path from current set plan_cache_mode to force_custom_plan as
$$
  with link as materialized (
    select s.client_id, s.employee_id, link_days(s) as days from client_staff s where p_clients is null or s.client_id = any(p_clients)
  )
  select u.client_id, u.supervisor_id, lower(r.days), upper(r.days)
    from (
      select l.client_id, t.supervisor_id, range_agg(l.days) as days
        from link l
        join employee_team t on t.employee_id = l.employee_id
       where exists (select from employee_team o where o.supervisor_id = t.supervisor_id and o.employee_id <> t.supervisor_id)
       group by 1, 2
       union all
      select client_id, -employee_id, range_agg(days) from link group by 1, 2) u
   cross join lateral unnest(u.days) r (days)
$$;

comment on table team_client is
  'When a client was somebody''s of a team, as the totals of teams have counted it: from since on and before until. supervisor_id is of the supervisor; below zero, there and in all totals of teams, it is of a person alone, with the links of that person. Supervisors with nobody under them have no team.';

select recount_teams();
analyze team_client, total_team_flow, total_day_team_stock, total_month_team_stock, total_team_fact;
