-- What stood in accounts on any day, of the whole firm, from kept totals: everything that was booked by then, less what stood in accounts that
-- were not open. That idle money is kept by day, with how many accounts opened and ended. See docs/decisions/0174-stock-totals.md

create table stock_delta (
  day            date           not null,
  product_id     bigint         not null,
  idle_principal numeric(18, 2) not null,
  idle_balance   numeric(18, 2) not null,
  opened         integer        not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
comment on table stock_delta is 'What total_day_stock doesn''t hold yet. Its rows are few and read whole.';

create table total_day_stock (
  day date not null, product_id bigint not null, idle_principal numeric(18, 2) not null, idle_balance numeric(18, 2) not null,
  opened bigint not null, primary key (day, product_id));
comment on table total_day_stock is 'By how much idle money grew on a day: what stands in accounts that have not begun or have ended. opened = accounts that began, less those that ended.';

-- The day on which an account began to count; null where it never did.
create function stock_begins(p_status account_state, p_opened date, p_closed date) returns date language sql immutable as
$$
  select case when p_status in ('active', 'expired', 'canceled') and (p_closed is null or p_closed > p_opened) then p_opened end
$$;

-- When an amount that is booked on a day becomes idle (1) and no longer is (-1), in an account that counts from its opening to the day before its end.
create function stock_events(p_begins date, p_closed date, p_day date) returns table (day date, sign integer) language sql immutable as
$$
  select p_day, 1 where p_begins is null or p_day < p_begins or p_day >= p_closed
   union all
  select p_begins, -1 where p_day < p_begins
   union all
  select p_closed, 1 where p_begins is not null and p_day < p_closed
$$;

-- What these accounts, each as it stands in the arrays, add to the totals of stocks with all their lines.
create function stock_changes(p_accounts bigint[], p_products bigint[], p_begins date[], p_closed date[])
  returns table (day date, product_id bigint, idle_principal numeric, idle_balance numeric, opened bigint)
  language sql stable security definer set search_path from current set plan_cache_mode to force_custom_plan as
$$
  with given as materialized (
    select * from unnest(p_accounts, p_products, p_begins, p_closed) as u (id, product_id, begins, closed_on)
  )
  select c.day, c.product_id, sum(c.principal), sum(c.balance), sum(c.opened) from (
    select e.day, a.product_id, e.sign * case when is_principal(j.kind) then -l.amount else 0 end as principal, e.sign * -l.amount as balance, 0 as opened
      from given a
      join posting l on l.account_id = a.id and l.ledger = 3
      join journal j on j.id = l.journal_id
     cross join lateral stock_events(a.begins, a.closed_on, l.booking_date) e
     where a.begins is null or a.closed_on is not null or l.booking_date < a.begins
     union all
    select begins, product_id, 0, 0, 1 from given where begins is not null
     union all
    select closed_on, product_id, 0, 0, -1 from given where begins is not null and closed_on is not null
  ) c
  group by 1, 2 having sum(c.principal) <> 0 or sum(c.balance) <> 0 or sum(c.opened) <> 0
$$;

create function write_stock(p_sign integer, p_accounts bigint[], p_products bigint[], p_begins date[], p_closed date[]) returns void
  language sql security definer set search_path from current as
$$
  insert into stock_delta (day, product_id, idle_principal, idle_balance, opened)
  select day, product_id, p_sign * idle_principal, p_sign * idle_balance, p_sign * opened from stock_changes(p_accounts, p_products, p_begins, p_closed)
$$;

create function keep_stock_of_lines() returns trigger
  language plpgsql security definer set search_path from current set plan_cache_mode to force_generic_plan as
$$
begin
  insert into stock_delta (day, product_id, idle_principal, idle_balance, opened)
  select e.day, a.product_id, sum(e.sign * case when is_principal(j.kind) then -i.amount else 0 end), sum(e.sign * -i.amount), 0
    from incoming i
    join account a on a.id = i.account_id
    join journal j on j.id = i.journal_id
   cross join lateral stock_events(stock_begins(a.status, a.opened_on, a.closed_on), a.closed_on, i.booking_date) e
   where i.ledger = 3 and (a.status = 'active' and a.opened_on <= i.booking_date) is not true
   group by e.day, a.product_id;
  return null;
end
$$;
create trigger posting_is_in_stock after insert on posting
  referencing new table as incoming for each statement execute function keep_stock_of_lines();

create function keep_stock_of_new_accounts() returns trigger language plpgsql security definer set search_path from current as
$$
begin
  insert into stock_delta (day, product_id, idle_principal, idle_balance, opened)
  select c.day, c.product_id, 0, 0, sum(c.opened)
    from (select stock_begins(status, opened_on, closed_on) as day, product_id, 1 as opened from incoming
           union all
          select closed_on, product_id, -1 from incoming where stock_begins(status, opened_on, closed_on) is not null) c
   where c.day is not null group by c.day, c.product_id;
  return null;
end
$$;
create trigger account_is_in_stock after insert on account
  referencing new table as incoming for each statement execute function keep_stock_of_new_accounts();

-- Once the balances are locked nobody posts to these accounts until this ends: lines and account are never counted by different days.
create function keep_stock_of_accounts() returns trigger language plpgsql security definer set search_path from current as
$$
declare
  changed bigint[] := array(
    select g.id from gone g join come c using (id)
     where (stock_begins(g.status, g.opened_on, g.closed_on), g.closed_on, g.product_id)
           is distinct from (stock_begins(c.status, c.opened_on, c.closed_on), c.closed_on, c.product_id));
begin
  if changed = '{}' then
    return null;
  end if;
  perform from account_balance b where b.account_id = any(changed) order by b.account_id for no key update;
  perform write_stock(-1, array_agg(id), array_agg(product_id), array_agg(stock_begins(status, opened_on, closed_on)), array_agg(closed_on))
     from gone where id = any(changed);
  perform write_stock(1, array_agg(id), array_agg(product_id), array_agg(stock_begins(status, opened_on, closed_on)), array_agg(closed_on))
     from come where id = any(changed);
  return null;
end
$$;
create trigger account_moves_in_stock after update on account
  referencing old table as gone new table as come for each statement execute function keep_stock_of_accounts();

-- Adds the waiting deltas of stocks to their totals. Called by fold_totals, under its lock.
create function fold_stock() returns void language sql security definer set search_path from current as
$$
  with gone as (
    delete from stock_delta returning *
  )
  insert into total_day_stock as t (day, product_id, idle_principal, idle_balance, opened)
  select day, product_id, sum(idle_principal), sum(idle_balance), sum(opened) from gone group by 1, 2
  on conflict (day, product_id) do update set idle_principal = t.idle_principal + excluded.idle_principal,
    idle_balance = t.idle_balance + excluded.idle_balance, opened = t.opened + excluded.opened
$$;

-- All of it anew, from accounts and lines.
create function rebuild_stock() returns void language plpgsql security definer set search_path from current as
$$
begin
  delete from stock_delta;
  delete from total_day_stock;
  perform write_stock(1, array_agg(id), array_agg(product_id), array_agg(stock_begins(status, opened_on, closed_on)), array_agg(closed_on)) from account;
  perform fold_stock();
end
$$;

-- Replaces fold_totals of 0122_captation: stocks have totals of their own.
create or replace function fold_totals(p_most integer default 100000, p_patience interval default null) returns integer
  language plpgsql security definer set search_path from current as
$$
declare
  began   timestamptz;
  taken   integer;
  touched bigint[];
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_totals'), hashtext(current_schema())) then
    return 0;
  end if;
  with gone as (
    delete from total_delta where id in (select id from total_delta order by id limit p_most) returning *
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

select rebuild_stock();
