-- Capital that waits, of the whole firm, kept by day: accounts that were made and have not begun, with what was agreed and has not come. It was read from each
-- such account and its balance, of each day anew. See docs/decisions/0181-day-totals.md

-- Nobody posts until all that is there is counted.
lock table posting in share row exclusive mode;

create table total_waiting (
  moment timestamptz not null, day date not null, accounts bigint not null, amount numeric(18, 2) not null, folded boolean not null default false);
comment on table total_waiting is
  'Accounts that wait for their money and what of it has not come. A row counts on each day from its day on that has not ended before its moment, by the firm''s clock; what waits by its state today has the day infinity. Changes are rows of their own, which fold_totals makes one.';
create index total_waiting_key on total_waiting (day, moment);
create index total_waiting_to_fold on total_waiting (folded) where not folded;

-- From when on an account counts that was made at a moment, where it counts from a day on, too: whole hours tell days apart by any firm's clock, and a day
-- that is far enough tells by itself.
create function waiting_moment(p_made timestamptz, p_day date) returns timestamptz language sql immutable as
$$
  select case when p_day > (p_made at time zone 'UTC')::date + 1 then '-infinity' else date_trunc('hour', p_made, 'UTC') end
$$;

-- When a line of a day in an account begins to count, and when it no longer does; without a day, the account itself. It waits while its state says so, which
-- is what counts today, and on each day between its making and its opening or its end.
create function waiting_events(p_status account_state, p_agreed numeric, p_made timestamptz, p_opened date, p_closed date, p_day date default '-infinity')
  returns table (moment timestamptz, day date, sign integer) language sql immutable as
$$
  select '-infinity'::timestamptz, 'infinity'::date, 1 where p_status = 'pending' and p_agreed is not null
   union all
  select waiting_moment(p_made, p_day), p_day, 1
   where p_status <> 'draft' and p_agreed is not null and (least(p_opened, p_closed) is null or p_day < least(p_opened, p_closed))
   union all
  select waiting_moment(p_made, least(p_opened, p_closed)), least(p_opened, p_closed), -1
   where p_status <> 'draft' and p_agreed is not null and p_day < least(p_opened, p_closed)
$$;

-- What an account, as it stands in the parameters, adds to the totals of those that wait, with its lines.
create function waiting_changes(p_account bigint, p_status account_state, p_agreed numeric, p_made timestamptz, p_opened date, p_closed date)
  returns table (moment timestamptz, day date, accounts integer, amount numeric)
  language sql stable security definer set search_path from current as
$$
  select e.moment, e.day, e.sign, e.sign * p_agreed from waiting_events(p_status, p_agreed, p_made, p_opened, p_closed) e
   union all
  select e.moment, e.day, 0, e.sign * l.amount
    from posting l
    join journal j on j.id = l.journal_id and is_principal(j.kind)
   cross join lateral waiting_events(p_status, p_agreed, p_made, p_opened, p_closed, l.booking_date) e
   where l.account_id = p_account and l.ledger = 3 and p_status <> 'draft' and p_agreed is not null
     and (p_status = 'pending' or least(p_opened, p_closed) is null or l.booking_date < least(p_opened, p_closed))
$$;

create function count_new_waiting() returns trigger language plpgsql security definer set search_path from current as
$$
begin
  insert into total_waiting (moment, day, accounts, amount)
  select e.moment, e.day, sum(e.sign), sum(e.sign * n.agreed_amount)
    from come n cross join lateral waiting_events(n.status, n.agreed_amount, n.created_at, n.opened_on, n.closed_on) e
   group by 1, 2;
  return null;
end
$$;
create trigger account_comes_to_waiting after insert on account
  referencing new table as come for each statement execute function count_new_waiting();

-- Nobody posts to these accounts until this ends: lines and account are never counted by different days.
create function recount_waiting() returns trigger language plpgsql security definer set search_path from current as
$$
declare
  changed bigint[] := array(
    select g.id from gone g join come c using (id)
     where (g.status = 'pending', g.status = 'draft', g.agreed_amount, g.created_at, least(g.opened_on, g.closed_on))
           is distinct from (c.status = 'pending', c.status = 'draft', c.agreed_amount, c.created_at, least(c.opened_on, c.closed_on)));
begin
  if changed = '{}' then
    return null;
  end if;
  perform from account_balance b where b.account_id = any(changed) order by b.account_id for no key update;
  insert into total_waiting (moment, day, accounts, amount)
  select x.moment, x.day, sum(x.accounts), sum(x.amount) from (
    select w.* from come c cross join lateral waiting_changes(c.id, c.status, c.agreed_amount, c.created_at, c.opened_on, c.closed_on) w
     where c.id = any(changed)
     union all
    select w.moment, w.day, -w.accounts, -w.amount
      from gone g cross join lateral waiting_changes(g.id, g.status, g.agreed_amount, g.created_at, g.opened_on, g.closed_on) w
     where g.id = any(changed)) x
   group by 1, 2 having sum(x.accounts) <> 0 or sum(x.amount) <> 0;
  return null;
end
$$;
create trigger account_changes_waiting after update on account
  referencing old table as gone new table as come for each statement execute function recount_waiting();

-- Makes the rows of each moment and day one. Called by fold_totals, under its lock.
create function fold_waiting() returns void language sql security definer set search_path from current as
$$
  with gone as (
    delete from total_waiting t using (select distinct moment, day from total_waiting where not folded) k
     where (t.moment, t.day) = (k.moment, k.day) returning t.*)
  insert into total_waiting (moment, day, accounts, amount, folded)
  select moment, day, sum(accounts), sum(amount), true from gone group by 1, 2 having sum(accounts) <> 0 or sum(amount) <> 0
$$;

-- Replaces keep_what_follows of 0133_team_totals: what comes into accounts that wait is taken off what they wait for.
create or replace function keep_what_follows() returns trigger language plpgsql as
$$
declare
  uncredited bigint[];
  matured    bigint[];
  idle       boolean;
begin
  select array_agg(l.journal_id) filter (where l.uncredited), array_agg(l.account_id) filter (where l.matured), bool_or(l.idle)
    into uncredited, matured, idle
    from (select i.journal_id, i.account_id,
                 i.amount > 0 and (select j.kind from journal j where j.id = i.journal_id) in ('transfer', 'maturity') as matured,
                 is_captation((select j.kind from journal j where j.id = i.journal_id))
                 and (select c.n from captation c where c.journal_id = i.journal_id limit 1) is null as uncredited,
                 (select a.status = 'active' and a.opened_on <= i.booking_date from account a where a.id = i.account_id) is not true as idle
            from incoming i where i.ledger = 3) l;
  if uncredited is not null then
    perform write_captation_by_one_plan(uncredited);
  end if;
  if matured is not null then
    perform write_matured(matured);
  end if;
  if idle then
    insert into stock_delta (client_id, day, product_id, idle_principal, idle_balance, opened)
    select a.client_id, e.day, a.product_id, sum(e.sign * case when is_principal(j.kind) then -i.amount else 0 end), sum(e.sign * -i.amount), 0
      from incoming i
      join account a on a.id = i.account_id
      join journal j on j.id = i.journal_id
     cross join lateral stock_events(stock_begins(a.status, a.opened_on, a.closed_on), a.closed_on, i.booking_date) e
     where i.ledger = 3 and (a.status = 'active' and a.opened_on <= i.booking_date) is not true
     group by a.client_id, e.day, a.product_id;
    insert into total_waiting (moment, day, accounts, amount)
    select e.moment, e.day, 0, sum(e.sign * i.amount)
      from incoming i
      join account a on a.id = i.account_id
      join journal j on j.id = i.journal_id and is_principal(j.kind)
     cross join lateral waiting_events(a.status, a.agreed_amount, a.created_at, a.opened_on, a.closed_on, i.booking_date) e
     where i.ledger = 3 and (a.status = 'active' and a.opened_on <= i.booking_date) is not true
     group by 1, 2;
  end if;
  return null;
end
$$;

-- Adds what lacks: whoever changes an account meanwhile adds the rest. Called under the lock of fold_totals.
create function rebuild_waiting() returns void language sql security definer set search_path from current as
$$
  insert into total_waiting (moment, day, accounts, amount)
  select x.moment, x.day, sum(x.accounts), sum(x.amount) from (
    select w.* from account a
     cross join lateral waiting_changes(a.id, a.status, a.agreed_amount, a.created_at, a.opened_on, a.closed_on) w
     union all
    select moment, day, -accounts, -amount from total_waiting) x
   group by 1, 2 having sum(x.accounts) <> 0 or sum(x.amount) <> 0;
  select fold_waiting();
$$;

-- Replaces rebuild_days of 0140_day_totals: capital that waits, too. Of clients what lacks is added: whoever changes one meanwhile adds the rest, and neither
-- waits for the other.
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
  perform rebuild_waiting();
end
$$;

-- Replaces fold_totals of 0140_day_totals: capital that waits.
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
  perform fold_maturities();
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
analyze total_waiting;
