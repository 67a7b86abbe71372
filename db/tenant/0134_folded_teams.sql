-- The round that adds up totals adds up those of teams, and counts anew whose links or teams changed. See docs/decisions/0178-team-totals.md

-- All of it anew, from links, accounts and lines.
create function rebuild_teams() returns void language plpgsql security definer set search_path from current as
$$
begin
  delete from team_client_due;
  delete from team_delta;
  delete from team_client;
  delete from total_team_flow;
  delete from total_day_team_stock;
  perform recount_teams();
end
$$;

-- All stocks anew, from accounts and lines, those of teams with them.
-- Replaces rebuild_stock of 0127_stock_totals.
create function rebuild_stock() returns void language plpgsql security definer set search_path from current as
$$
begin
  delete from stock_delta;
  delete from total_day_stock;
  delete from team_client;
  perform write_stock(1, array_agg(id), array_agg(client_id), array_agg(product_id), array_agg(stock_begins(status, opened_on, closed_on)), array_agg(closed_on))
     from account;
  perform fold_stock();
  perform rebuild_teams();
end
$$;

-- Adds the waiting deltas of stocks to their totals. Called by fold_totals, under its lock.
-- Replaces fold_stock of 0127_stock_totals: teams have stocks.
create or replace function fold_stock() returns void language sql security definer set search_path from current as
$$
  with gone as (
    delete from stock_delta returning *
  ), teams as (
    insert into total_day_team_stock as t (supervisor_id, day, product_id, principal, balance, idle_principal, idle_balance, opened, came, went)
    select c.supervisor_id, e.day, s.product_id, 0, 0, sum(e.sign * s.idle_principal), sum(e.sign * s.idle_balance), sum(e.sign * s.opened), 0, 0
      from gone s
      join team_client c on c.client_id = s.client_id
     cross join lateral team_events(s.day, c.since, c.until) e
     group by 1, 2, 3
    on conflict (supervisor_id, day, product_id) do update set idle_principal = t.idle_principal + excluded.idle_principal,
      idle_balance = t.idle_balance + excluded.idle_balance, opened = t.opened + excluded.opened
  )
  insert into total_day_stock as t (day, product_id, idle_principal, idle_balance, opened)
  select day, product_id, sum(idle_principal), sum(idle_balance), sum(opened) from gone group by 1, 2
  on conflict (day, product_id) do update set idle_principal = t.idle_principal + excluded.idle_principal,
    idle_balance = t.idle_balance + excluded.idle_balance, opened = t.opened + excluded.opened
$$;

-- Counts clients of whom it changed whose they are, some at a time, until none waits or the patience is over. Called by fold_totals, under its lock.
create function fold_team_clients(p_patience interval) returns void language plpgsql security definer set search_path from current as
$$
declare
  began   timestamptz := clock_timestamp();
  changed bigint[];
begin
  -- Found here, not where somebody got another supervisor: what others had not committed then is seen now.
  with moved as (
    delete from team_client_due where employee_id is not null returning employee_id
  )
  insert into team_client_due (client_id)
  select distinct s.client_id from client_staff s where s.employee_id in (select employee_id from moved);
  loop
    with longest as (
      delete from team_client_due where id in (select id from team_client_due order by id limit 500) returning client_id
    )
    select array_agg(distinct client_id) into changed from longest;
    exit when changed is null;
    perform recount_teams(changed);
    exit when clock_timestamp() - began > p_patience;
  end loop;
end
$$;

-- Adds these movements that wait for totals, and what waits for teams alone, to the totals of teams. Called by fold_totals, under its lock.
create function fold_team_flows(p_ids bigint[]) returns void language sql security definer set search_path from current as
$$
  with gone as (
    delete from team_delta returning *
  ), flow as materialized (
    select client_id, booking_date as day, product_id, kind, sum(amount) as amount, sum(movements) as movements
      from (select client_id, booking_date, product_id, kind, amount, movements from total_delta where id = any(p_ids) and client_id is not null
             union all
            select client_id, booking_date, product_id, kind, amount, movements from gone) x
     group by 1, 2, 3, 4
  ), flows as (
    insert into total_team_flow as t (supervisor_id, is_month, day, product_id, kind, amount, movements)
    select c.supervisor_id, p.is_month, p.day, f.product_id, f.kind, sum(f.amount), sum(f.movements)
      from flow f
      join team_client c on c.client_id = f.client_id and f.day >= c.since and (c.until is null or f.day < c.until)
     cross join lateral day_and_month(f.day) p
     group by 1, 2, 3, 4, 5
    on conflict (supervisor_id, is_month, day, product_id, kind) do update set amount = t.amount + excluded.amount, movements = t.movements + excluded.movements
  )
  insert into total_day_team_stock as t (supervisor_id, day, product_id, principal, balance, idle_principal, idle_balance, opened, came, went)
  select c.supervisor_id, e.day, f.product_id, sum(case when is_principal(f.kind) then e.sign * f.amount else 0 end), sum(e.sign * f.amount),
         0, 0, 0, sum(e.came * f.amount), sum(e.went * f.amount)
    from flow f
    join team_client c on c.client_id = f.client_id
   cross join lateral team_events(f.day, c.since, c.until) e
   group by 1, 2, 3
  on conflict (supervisor_id, day, product_id) do update set principal = t.principal + excluded.principal, balance = t.balance + excluded.balance,
    came = t.came + excluded.came, went = t.went + excluded.went
$$;

-- Replaces fold_totals of 0127_stock_totals: teams have totals of their own.
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
  return taken;
end
$$;

-- Whose a client is, or who is over whom, changed: it is counted anew.
create function recount_teams_of_links() returns trigger language plpgsql security definer set search_path from current as
$$
begin
  if tg_op = 'INSERT' then
    insert into team_client_due (client_id) select distinct client_id from come;
  elsif tg_op = 'DELETE' then
    insert into team_client_due (client_id) select distinct client_id from gone;
  else
    insert into team_client_due (client_id)
    select distinct u.client_id from gone g join come c using (id) cross join lateral (values (g.client_id), (c.client_id)) u (client_id)
     where (g.client_id, g.employee_id, g.role, g.valid_from, g.valid_to) is distinct from (c.client_id, c.employee_id, c.role, c.valid_from, c.valid_to);
  end if;
  return null;
end
$$;
create trigger link_comes_to_team after insert on client_staff
  referencing new table as come for each statement execute function recount_teams_of_links();
create trigger link_leaves_team after delete on client_staff
  referencing old table as gone for each statement execute function recount_teams_of_links();
create trigger link_changes_team after update on client_staff
  referencing old table as gone new table as come for each statement execute function recount_teams_of_links();

-- With whom somebody has under them; with the first of them, a supervisor's own clients are a team's, too.
create function recount_teams_of_staff() returns trigger language plpgsql security definer set search_path from current as
$$
begin
  insert into team_client_due (employee_id)
  select employee_id from changed where employee_id <> supervisor_id
   union
  select supervisor_id from changed where employee_id <> supervisor_id;
  return null;
end
$$;
create trigger employee_comes_to_team after insert on employee_team
  referencing new table as changed for each statement execute function recount_teams_of_staff();
create trigger employee_leaves_team after delete on employee_team
  referencing old table as changed for each statement execute function recount_teams_of_staff();

-- Replaces post_movements of 0061_kept_interest: what waits for the totals of teams says of which client it is. The list is refreshed once, at the end.
create or replace function post_movements(
  p_accounts bigint[], p_kinds movement_kind[], p_amounts numeric[], p_booking_dates date[], p_value_dates date[],
  p_keys text[], p_hashes text[], p_descriptions text[], p_source text, p_user bigint default null,
  out posted integer, out known integer)
  language plpgsql security definer set search_path from current set plan_cache_mode to auto as
$$
declare
  other text;
begin
  if exists (select from unnest(p_amounts) as u (amount) where u.amount <> round(u.amount, 2)) then
    raise exception 'amounts have two decimals' using errcode = 'AT005';
  end if;
  perform from account_balance b where b.account_id = any(p_accounts) order by b.account_id for no key update;

  with incoming as (
    select distinct on (u.key) u.*
      from unnest(p_accounts, p_kinds, p_amounts, p_booking_dates, p_value_dates, p_keys, p_hashes, p_descriptions)
           with ordinality as u (account_id, kind, amount, booking_date, value_date, key, hash, description, n)
     order by u.key, u.n
  ), made as (
    insert into journal (kind, booking_date, value_date, lines, idempotency_key, request_hash, description, source, created_by, credited_to)
    select i.kind, i.booking_date, i.value_date, 2, i.key, i.hash, i.description, p_source, p_user,
           case when is_captation(i.kind) then c.manager_id end
      from incoming i
      left join account a on a.id = i.account_id
      left join client_list c on c.client_id = a.client_id
     order by i.n
    on conflict (idempotency_key) do nothing returning id, idempotency_key
  ), fresh as materialized (
    select made.id, i.account_id, i.kind, i.amount, i.booking_date, i.value_date from made join incoming i on i.key = made.idempotency_key
  ), legs as (
    insert into posting (journal_id, line, ledger, account_id, amount, booking_date)
    select f.id, l.line, case l.line when 1 then 3 else counter_ledger(f.kind) end, case l.line when 1 then f.account_id end,
           case l.line when 1 then -f.amount else f.amount end, f.booking_date
      from fresh f
     cross join (values (1), (2)) as l (line)
  ), earned as (
    select e.* from (select array_agg(account_id) as accounts, array_agg(value_date) as days, array_agg(amount) as amounts from fresh) f,
           lateral earnings_after(false, f.accounts, f.accounts, f.days, f.amounts) e
  ), balances as (
    update account_balance b set principal = b.principal + s.principal, interest = b.interest + s.interest,
           interest_posted = b.interest_posted + s.interest_posted, bonus_posted = b.bonus_posted + s.bonus_posted,
           earned_through = e.through, earned_parts = e.parts
      from (select account_id, coalesce(sum(amount) filter (where is_principal(kind)), 0) as principal,
                   coalesce(sum(amount) filter (where not is_principal(kind)), 0) as interest,
                   coalesce(sum(amount) filter (where kind = 'interest'), 0) as interest_posted,
                   coalesce(sum(amount) filter (where kind = 'bonus'), 0) as bonus_posted
              from fresh group by account_id) s
      left join earned e on e.account_id = s.account_id
     where b.account_id = s.account_id
  ), totals as (
    insert into total_delta (booking_date, kind, product_id, manager_id, amount, movements)
    select f.booking_date, f.kind, a.product_id, coalesce(c.manager_id, 0), sum(f.amount), count(*)
      from fresh f join account a on a.id = f.account_id join client_list c on c.client_id = a.client_id
     group by 1, 2, 3, 4
  ), team_totals as (
    insert into team_delta (client_id, booking_date, product_id, kind, amount, movements)
    select a.client_id, f.booking_date, a.product_id, f.kind, sum(f.amount), count(*) from fresh f join account a on a.id = f.account_id group by 1, 2, 3, 4
  )
  select count(*) into posted from fresh;
  known := cardinality(p_keys) - posted;
  perform keep_unkept_earnings(p_accounts);

  select i.key into other
    from unnest(p_keys, p_hashes) with ordinality as i (key, hash, n)
    join journal j on j.idempotency_key = i.key
   where j.request_hash <> i.hash order by i.n limit 1;
  if found then
    raise exception 'the key % was used for another movement', other using errcode = 'AT422', detail = other;
  end if;
end
$$;

select rebuild_teams();
select write_matured();
analyze account_matured, team_client, total_team_flow, total_day_team_stock;
