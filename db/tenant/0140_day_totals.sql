-- What the dashboard of the whole firm counts of clients and of terms that ended, kept by day: however many there are, and however long the range.
-- See docs/decisions/0181-day-totals.md

create type client_day as enum ('registered', 'born', 'document_ends');

create table total_day_client (
  what client_day not null, day date not null, is_company boolean not null, clients bigint not null, folded boolean not null default false);
comment on table total_day_client is
  'Clients by the day of their registration; people with an active account also by that of their birth, and by the last of their document. Changes are rows of their own, which fold_totals makes one.';
create index total_day_client_key on total_day_client (what, day);
-- Whether something waits to be made one is asked every second.
create index total_day_client_to_fold on total_day_client (folded) where not folded;
create index total_day_client_birthday on total_day_client (birthday_of(day)) where what = 'born';

-- The days of a client, by its row of the list; erased, it is nobody's.
create function client_days(p_registered date, p_valid_until date, p_company boolean, p_active integer, p_born date, p_erased boolean)
  returns table (what client_day, day date, is_company boolean) language sql immutable as
$$
  select 'registered'::client_day, p_registered, p_company where not p_erased
   union all
  select 'born', p_born, false where p_born is not null and p_active > 0 and not p_company and not p_erased
   union all
  select 'document_ends', p_valid_until, false where p_valid_until is not null and p_active > 0 and not p_company and not p_erased
$$;

-- The row of the list changed. Of a client that is gone only the day of its registration was counted: it had no account.
create function count_days_of_list() returns trigger language plpgsql security definer set search_path from current as
$$
begin
  if tg_op = 'INSERT' then
    insert into total_day_client (what, day, is_company, clients)
    select d.what, d.day, d.is_company, count(*)
      from come n
      join client c on c.id = n.client_id
     cross join lateral client_days(n.registered_on, n.dni_valid_until, n.is_company, n.active_accounts, c.birth_date, c.erased_at is not null) d
     group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into total_day_client (what, day, is_company, clients)
    select d.what, d.day, d.is_company, -count(*)
      from gone o
      left join client c on c.id = o.client_id
     cross join lateral client_days(o.registered_on, o.dni_valid_until, o.is_company, o.active_accounts, c.birth_date, c.erased_at is not null) d
     group by 1, 2, 3;
  else
    insert into total_day_client (what, day, is_company, clients)
    select d.what, d.day, d.is_company, sum(d.sign)
      from gone o
      join come n using (client_id)
      join client c on c.id = n.client_id
     cross join lateral (
       select 1 as sign, x.* from client_days(n.registered_on, n.dni_valid_until, n.is_company, n.active_accounts, c.birth_date, c.erased_at is not null) x
        union all
       select -1, x.* from client_days(o.registered_on, o.dni_valid_until, o.is_company, o.active_accounts, c.birth_date, c.erased_at is not null) x) d
     where (o.registered_on, o.dni_valid_until, o.is_company, o.active_accounts > 0)
           is distinct from (n.registered_on, n.dni_valid_until, n.is_company, n.active_accounts > 0)
     group by 1, 2, 3 having sum(d.sign) <> 0;
  end if;
  return null;
end
$$;
create trigger list_row_comes_to_days after insert on client_list
  referencing new table as come for each statement execute function count_days_of_list();
create trigger list_row_changes_days after update on client_list
  referencing old table as gone new table as come for each statement execute function count_days_of_list();
create trigger list_row_leaves_days after delete on client_list
  referencing old table as gone for each statement execute function count_days_of_list();

-- The day of birth, or the erasure. The list row is held: whoever changes it at the same time sees the client as it is by then.
create function count_days_of_client() returns trigger language plpgsql security definer set search_path from current as
$$
begin
  perform from client_list l where l.client_id = new.id for no key update;
  insert into total_day_client (what, day, is_company, clients)
  select d.what, d.day, d.is_company, sum(d.sign)
    from client_list l
   cross join lateral (
     select 1 as sign, x.* from client_days(l.registered_on, l.dni_valid_until, l.is_company, l.active_accounts, new.birth_date, new.erased_at is not null) x
      union all
     select -1, x.* from client_days(l.registered_on, l.dni_valid_until, l.is_company, l.active_accounts, old.birth_date, old.erased_at is not null) x) d
   where l.client_id = new.id group by 1, 2, 3 having sum(d.sign) <> 0;
  return null;
end
$$;
create trigger client_changes_days after update of birth_date, erased_at on client for each row
  when ((old.birth_date, old.erased_at is null) is distinct from (new.birth_date, new.erased_at is null)) execute function count_days_of_client();

-- Makes the rows of each day one. Called by fold_totals, under its lock.
create function fold_client_days() returns void language sql security definer set search_path from current as
$$
  with gone as (
    delete from total_day_client t using (select distinct what, day from total_day_client where not folded) k
     where (t.what, t.day) = (k.what, k.day) returning t.*)
  insert into total_day_client (what, day, is_company, clients, folded)
  select what, day, is_company, sum(clients), true from gone group by 1, 2, 3 having sum(clients) <> 0
$$;

-- What became of an account whose term ended on the day, by part, as the figure of expirations tells it.
create function maturity_parts(p_accounts bigint[] default null)
  returns table (account_id bigint, day date, part text, amount numeric)
  language sql stable security definer set search_path from current set plan_cache_mode to force_custom_plan as
$$
  select a.id, a.expires_on,
         case when m.outcome = 'parked' and m.released_at is null then 'parked'
              when m.outcome in ('renewed', 'transferred') then m.outcome::text
              when v.moved then 'renewed' else 'paid' end,
         coalesce(v.amount, 0)
    from account a
    left join maturity m on m.account_id = a.id
    left join account_matured v on v.account_id = a.id
   where a.status = 'expired' and a.expires_on is not null and (p_accounts is null or a.id = any(p_accounts))
$$;

create table maturity_counted (account_id bigint primary key, day date not null, part text not null, amount numeric(18, 2) not null);
comment on table maturity_counted is 'What total_day_maturity holds of each account.';
create table maturity_due (id bigint generated always as identity primary key, account_id bigint not null)
  with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
comment on table maturity_due is 'Accounts that are to be counted anew in total_day_maturity. Whoever reads counts them by themselves.';
create table total_day_maturity (
  day date not null, part text not null, accounts bigint not null, amount numeric(18, 2) not null, primary key (day, part)) with (fillfactor = 80);
comment on table total_day_maturity is 'Accounts whose term ended on the day and is over, by what became of them: maturity_counted, added up.';
-- Terms that still run.
create index account_coming on account (expires_on) where status = 'active';

-- Counts these accounts, all where none are given, as they are now. Called under the lock of fold_totals.
create function count_maturities(p_accounts bigint[] default null) returns void
  language sql security definer set search_path from current set plan_cache_mode to force_custom_plan as
$$
  with seen as materialized (
    select * from maturity_parts(p_accounts)
  ), counted as materialized (
    select * from maturity_counted where p_accounts is null or account_id = any(p_accounts)
  ), sums as (
    insert into total_day_maturity as t (day, part, accounts, amount)
    select x.day, x.part, sum(x.sign), sum(x.sign * x.amount)
      from (select 1 as sign, day, part, amount from seen union all select -1, day, part, amount from counted) x
     group by 1, 2 having sum(x.sign) <> 0 or sum(x.sign * x.amount) <> 0 order by 1, 2
    on conflict (day, part) do update set accounts = t.accounts + excluded.accounts, amount = t.amount + excluded.amount
  ), ended as (
    delete from maturity_counted m using counted c where m.account_id = c.account_id and not exists (select from seen s where s.account_id = c.account_id)
  )
  insert into maturity_counted select * from seen
  on conflict (account_id) do update set day = excluded.day, part = excluded.part, amount = excluded.amount
$$;

-- Counts anew what waits. Called by fold_totals, under its lock.
create function fold_maturities() returns void language plpgsql security definer set search_path from current as
$$
declare
  waiting bigint[];
begin
  with gone as (delete from maturity_due returning account_id)
  select array_agg(distinct account_id) into waiting from gone;
  if waiting is not null then
    perform count_maturities(waiting);
  end if;
end
$$;

-- An account is over, or is no more; its term ends on another day.
create function note_ended_accounts() returns trigger language plpgsql security definer set search_path from current as
$$
begin
  insert into maturity_due (account_id)
  select n.id from gone o join come n using (id)
   where (o.status = 'expired' or n.status = 'expired') and (o.status, o.expires_on) is distinct from (n.status, n.expires_on);
  return null;
end
$$;
create trigger account_is_over after update on account
  referencing old table as gone new table as come for each statement execute function note_ended_accounts();

-- What became of it, and how much it was.
create function note_maturities() returns trigger language plpgsql security definer set search_path from current as
$$
begin
  insert into maturity_due (account_id) select account_id from changed;
  return null;
end
$$;
create trigger maturity_is_counted after insert on maturity referencing new table as changed for each statement execute function note_maturities();
create trigger maturity_is_recounted after update on maturity referencing new table as changed for each statement execute function note_maturities();
create trigger maturity_is_uncounted after delete on maturity referencing old table as changed for each statement execute function note_maturities();
create trigger matured_is_counted after insert on account_matured referencing new table as changed for each statement execute function note_maturities();
create trigger matured_is_uncounted after delete on account_matured referencing old table as changed for each statement execute function note_maturities();

-- All of both anew. Called under the lock of fold_totals.
create function rebuild_days() returns void language plpgsql security definer set search_path from current as
$$
begin
  delete from total_day_client;
  insert into total_day_client (what, day, is_company, clients, folded)
  select d.what, d.day, d.is_company, count(*), true
    from client_list l
    join client c on c.id = l.client_id
   cross join lateral client_days(l.registered_on, l.dni_valid_until, l.is_company, l.active_accounts, c.birth_date, c.erased_at is not null) d
   group by 1, 2, 3;
  delete from maturity_due;
  delete from maturity_counted;
  delete from total_day_maturity;
  perform count_maturities();
end
$$;

-- Replaces fold_totals of 0134_folded_teams: what is kept by day of clients and terms.
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
  return taken;
end
$$;

-- The days on which an account may have waited for its money, as it is told by clocks anywhere.
create function waiting_days(p_made timestamptz, p_opened date, p_closed date) returns daterange language sql immutable as
$$
  select daterange((p_made at time zone 'UTC')::date - 1, greatest((p_made at time zone 'UTC')::date, coalesce(least(p_opened, p_closed), 'infinity')), '[]')
$$;
-- Capital that waits: between the making of an account and its opening, whatever the day. Its days are those of Greenwich and one more on either side; who
-- reads looks at the firm's own.
create index account_waiting_days on account using gist (waiting_days(created_at, opened_on, closed_on)) where agreed_amount is not null and status <> 'draft';

select rebuild_days();
analyze total_day_client, total_day_maturity, maturity_counted;
