-- The rounds that add up and make anew what teams count of their clients. See docs/decisions/0180-days-of-teams.md

-- What matured in accounts whose term is over, and what of it went on into others, also later, from what waited to be paid: the rows of the renewal rate.
create function renewal_parts(p_accounts bigint[] default null)
  returns table (account_id bigint, client_id bigint, day date, booked date, part text, amount numeric)
  language sql stable security definer set search_path from current set plan_cache_mode to force_custom_plan as
$$
  select a.id, a.client_id, least(a.closed_on, l.booking_date), l.booking_date, u.part, sum(l.amount)
    from account a
    join posting l on l.account_id = a.id and l.amount > 0
    join journal j on j.id = l.journal_id and j.kind in ('transfer', 'maturity')
    left join maturity m on m.account_id = a.id
   cross join lateral (select 'matured' as part where l.ledger = 3 union all select 'renewed' where j.kind = 'transfer') u
   where a.status = 'expired' and a.closed_on is not null and (p_accounts is null or a.id = any(p_accounts))
     and (l.ledger = 3 or (l.ledger = 4 and j.source = 'maturity' and m.released_at is not null and m.renewed_id is not null))
   group by 1, 2, 3, 4, 5
$$;

-- Counts these accounts, all where none are given, as they are now. Called under the lock of fold_totals.
create function count_renewals(p_accounts bigint[] default null) returns void
  language sql security definer set search_path from current set plan_cache_mode to force_custom_plan as
$$
  with seen as materialized (
    select * from renewal_parts(p_accounts)
  ), counted as materialized (
    select * from renewal_counted where p_accounts is null or account_id = any(p_accounts)
  ), changed as materialized (
    select x.client_id, x.day, x.booked, x.part, sum(x.amount) as amount
      from (select client_id, day, booked, part, amount from seen union all select client_id, day, booked, part, -amount from counted) x
     group by 1, 2, 3, 4 having sum(x.amount) <> 0
  ), teams as (
    insert into team_fact_delta (client_id, what, day, moment, part, number, amount)
    select client_id, 'renewal', day, booked::timestamp at time zone 'UTC', part, 0, amount from changed
  ), sums as (
    insert into total_day_renewal as t (day, booked, part, amount)
    select day, booked, part, sum(amount) from changed group by 1, 2, 3 having sum(amount) <> 0 order by 1, 2, 3
    on conflict (day, booked, part) do update set amount = t.amount + excluded.amount
  ), gone as (
    delete from renewal_counted k using counted c
     where (k.account_id, k.day, k.booked, k.part) = (c.account_id, c.day, c.booked, c.part)
       and not exists (select from seen s where (s.account_id, s.day, s.booked, s.part) = (c.account_id, c.day, c.booked, c.part))
  )
  insert into renewal_counted (account_id, client_id, day, booked, part, amount) select account_id, client_id, day, booked, part, amount from seen
  on conflict (account_id, day, booked, part) do update set client_id = excluded.client_id, amount = excluded.amount
$$;

-- Counts anew what waits. Called by fold_totals, under its lock.
-- Replaces fold_maturities of 0140_day_totals: renewals, too.
create or replace function fold_maturities() returns void language plpgsql security definer set search_path from current as
$$
declare
  waiting bigint[];
begin
  with gone as (delete from maturity_due returning account_id)
  select array_agg(distinct account_id) into waiting from gone;
  if waiting is not null then
    perform count_maturities(waiting);
    perform count_renewals(waiting);
  end if;
end
$$;

-- Counts these clients, all where none are given, as links and teams stand now. Called under the lock of fold_totals. One statement sees what was posted
-- and what waits as they were at the same moment: what waits is left to be counted with the rest of it.
-- Replaces recount_teams of 0133_team_totals: clients take along what teams count of them.
create or replace function recount_teams(p_clients bigint[] default null) returns void
  language sql security definer set search_path from current set plan_cache_mode to force_custom_plan as
$$
  with changed as materialized (
    select client_id, supervisor_id, since, until, sum(sign)::integer as sign from (
      select client_id, supervisor_id, since, until, 1 as sign from team_periods(p_clients)
       union all
      select client_id, supervisor_id, since, until, -1 from team_client where p_clients is null or client_id = any(p_clients)) x
    group by 1, 2, 3, 4 having sum(sign) <> 0
  ), flow as materialized (
    select * from counted_team_flows(p_clients)
  ), flows as (
    insert into total_team_flow as t (supervisor_id, is_month, day, product_id, kind, amount, movements)
    select c.supervisor_id, p.is_month, p.day, f.product_id, f.kind, sum(c.sign * f.amount), sum(c.sign * f.movements)
      from flow f
      join changed c on c.client_id = f.client_id and f.day >= c.since and (c.until is null or f.day < c.until)
     cross join lateral day_and_month(f.day) p
     group by 1, 2, 3, 4, 5 having sum(c.sign * f.amount) <> 0 or sum(c.sign * f.movements) <> 0 order by 1, 2, 3, 4, 5
    on conflict (supervisor_id, is_month, day, product_id, kind) do update set amount = t.amount + excluded.amount, movements = t.movements + excluded.movements
  ), stocks as (
    insert into total_day_team_stock as t (supervisor_id, day, product_id, principal, balance, idle_principal, idle_balance, opened, came, went)
    select c.supervisor_id, e.day, s.product_id, sum(c.sign * e.sign * s.principal), sum(c.sign * e.sign * s.balance),
           sum(c.sign * e.sign * s.idle_principal), sum(c.sign * e.sign * s.idle_balance), sum(c.sign * e.sign * s.opened),
           sum(c.sign * e.came * s.balance), sum(c.sign * e.went * s.balance)
      from (select client_id, day, product_id, case when is_principal(kind) then amount else 0 end as principal, amount as balance,
                   0 as idle_principal, 0 as idle_balance, 0 as opened from flow
             union all
            select client_id, day, product_id, 0, 0, idle_principal, idle_balance, opened from counted_team_idle(p_clients)) s
      join changed c on c.client_id = s.client_id
     cross join lateral team_events(s.day, c.since, c.until) e
     group by 1, 2, 3 order by 1, 2, 3
    on conflict (supervisor_id, day, product_id) do update set principal = t.principal + excluded.principal, balance = t.balance + excluded.balance,
      idle_principal = t.idle_principal + excluded.idle_principal, idle_balance = t.idle_balance + excluded.idle_balance,
      opened = t.opened + excluded.opened, came = t.came + excluded.came, went = t.went + excluded.went
  ), facts as (
    insert into total_team_fact as t (supervisor_id, what, day, counted_from, moment, part, number, amount)
    select c.supervisor_id, f.what, e.day, e.counted_from, f.moment, f.part, sum(c.sign * e.sign * f.number), sum(c.sign * e.sign * f.amount)
      from counted_team_facts(p_clients) f
      join changed c on c.client_id = f.client_id
     cross join lateral team_fact_events(f.what, f.day, c.since, c.until) e
     group by 1, 2, 3, 4, 5, 6 having sum(c.sign * e.sign * f.number) <> 0 or sum(c.sign * e.sign * f.amount) <> 0 order by 1, 2, 3, 4, 5, 6
    on conflict (supervisor_id, what, day, counted_from, moment, part) do update
      set number = t.number + excluded.number, amount = t.amount + excluded.amount
  ), ended as (
    delete from team_client t using changed c
     where c.sign < 0 and (t.client_id, t.supervisor_id, t.since) = (c.client_id, c.supervisor_id, c.since)
       and not exists (select from changed n where n.sign > 0 and (n.client_id, n.supervisor_id, n.since) = (c.client_id, c.supervisor_id, c.since))
  )
  insert into team_client (client_id, supervisor_id, since, until) select client_id, supervisor_id, since, until from changed where sign > 0
  on conflict (client_id, supervisor_id, since) do update set until = excluded.until
$$;

-- All of it anew, from links, accounts and lines.
-- Replaces rebuild_teams of 0134_folded_teams: months of stocks, and what teams count of clients, are gone with the rest, and counted with it.
create or replace function rebuild_teams() returns void language plpgsql security definer set search_path from current as
$$
begin
  delete from team_client_due;
  delete from team_delta;
  delete from team_client;
  delete from total_team_flow;
  delete from total_day_team_stock;
  delete from total_month_team_stock;
  delete from total_team_fact;
  perform recount_teams();
end
$$;

-- Replaces rebuild_stock of 0134_folded_teams: months are gone with the days, and counted with them.
create or replace function rebuild_stock() returns void language plpgsql security definer set search_path from current as
$$
begin
  delete from stock_delta;
  delete from total_day_stock;
  delete from total_month_stock;
  delete from team_client;
  perform write_stock(1, array_agg(id), array_agg(client_id), array_agg(product_id), array_agg(stock_begins(status, opened_on, closed_on)), array_agg(closed_on))
     from account;
  perform fold_stock();
  perform rebuild_teams();
end
$$;

-- Replaces rebuild_days of 0143_waiting_capital: what teams count of clients, too.
create or replace function rebuild_days() returns void language plpgsql security definer set search_path from current as
$$
begin
  insert into total_day_client (what, day, is_company, clients)
  select x.what, x.day, x.is_company, sum(x.clients) from (
    select d.what, d.day, d.is_company, 1 as clients
      from client_list l
      join client c on c.id = l.client_id
     cross join lateral client_days(l.registered_on, l.dni_valid_until, l.is_company, l.active_accounts, c.birth_date, c.erased_at is not null) d
     union all
    select what, day, is_company, -clients from total_day_client) x
   group by 1, 2, 3 having sum(x.clients) <> 0;
  perform fold_client_days();
  delete from maturity_due;
  delete from maturity_counted;
  delete from total_day_maturity;
  perform count_maturities();
  delete from renewal_counted;
  delete from total_day_renewal;
  perform count_renewals();
  delete from team_fact_delta where what in ('ended', 'renewal');
  perform rebuild_waiting();
  perform rebuild_team_facts();
end
$$;

-- Replaces fold_totals of 0143_waiting_capital: what teams count of clients.
create or replace function fold_totals(p_most integer default 100000, p_patience interval default null) returns integer
  language plpgsql security definer set search_path from current as
$$
declare
  began   timestamptz;
  waiting bigint[];
  taken   integer;
  touched bigint[];
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_totals'), hashtext(current_schema())) then
    return 0;
  end if;
  waiting := array(select id from total_delta order by id limit p_most);
  perform fold_team_flows(waiting);
  with gone as (
    delete from total_delta where id = any(waiting) returning *
  ), months as (
    insert into total_month_product as t (month, product_id, kind, amount, movements)
    select date_trunc('month', booking_date)::date, product_id, kind, sum(amount), sum(movements) from gone group by 1, 2, 3
    on conflict (month, product_id, kind) do update set amount = t.amount + excluded.amount, movements = t.movements + excluded.movements
  ), managers as (
    insert into total_month_manager as t (month, manager_id, product_id, kind, amount, movements)
    select date_trunc('month', booking_date)::date, manager_id, product_id, kind, sum(amount), sum(movements) from gone group by 1, 2, 3, 4
    on conflict (manager_id, month, product_id, kind) do update set amount = t.amount + excluded.amount, movements = t.movements + excluded.movements
  ), days as (
    insert into total_day_product as t (day, product_id, kind, amount, movements)
    select booking_date, product_id, kind, sum(amount), sum(movements) from gone group by 1, 2, 3
    on conflict (day, product_id, kind) do update set amount = t.amount + excluded.amount, movements = t.movements + excluded.movements
  )
  select count(*), array_agg(distinct client_id) filter (where client_id is not null) into taken, touched from gone;
  perform fold_captation();
  perform fold_stock();
  perform fold_maturities();
  perform fold_team_facts();
  perform fold_team_clients(p_patience);
  insert into client_list_due (client_id) select unnest(touched) on conflict do nothing;
  began := clock_timestamp();
  loop
    with longest as (
      delete from client_list_due where id in (select id from client_list_due order by id limit 100) returning client_id
    )
    select array_agg(client_id) into touched from longest;
    exit when touched is null;
    perform refresh_client_list(touched);
    exit when clock_timestamp() - began > p_patience;
  end loop;
  perform fold_client_list_sum();
  perform fold_client_days();
  perform fold_waiting();
  return taken;
end
$$;

select rebuild_waiting();
select count_renewals();
delete from team_fact_delta where what = 'renewal';
select rebuild_team_facts();
analyze total_team_fact, maturity_counted, renewal_counted, total_day_renewal;
