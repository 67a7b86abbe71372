-- What a team's dashboard counts, kept by supervisor: clients by their days, terms that ended, capital that waits. It was read from clients and accounts of each
-- team, seconds for a large one. See docs/decisions/0180-days-of-teams.md

-- Nobody changes any of it until all that is there is counted.
lock table posting, account, client, client_list in share row exclusive mode;

create type team_fact as enum ('registered', 'born', 'document_ends', 'renewal', 'ended', 'waiting');

create table team_fact_delta (
  client_id bigint not null, what team_fact not null, day date not null, moment timestamptz not null default '-infinity', part text not null default '',
  number bigint not null, amount numeric(18, 2) not null default 0
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
comment on table team_fact_delta is 'What total_team_fact does not hold yet, by client.';

create table total_team_fact (
  supervisor_id bigint not null, what team_fact not null, day date not null, counted_from date not null, moment timestamptz not null, part text not null,
  number bigint not null, amount numeric(18, 2) not null, primary key (supervisor_id, what, day, counted_from, moment, part));
create index total_team_fact_birthday on total_team_fact (supervisor_id, birthday_of(day)) where what = 'born';
comment on table total_team_fact is
  'Of a team: its clients of today by a day of theirs, as in total_day_client, and what matured and was renewed, as in total_day_renewal, booked at the moment; of the clients whom it had on a day, the terms that had ended by then, as in total_day_maturity, and the capital that waited, as in total_waiting, without a day of its own. A row counts from counted_from on.';

-- On which days a fact of a day changes what a team has, whose client somebody is from a day on and before another. What is told of a client itself is its
-- team's of today.
create function team_fact_events(p_what team_fact, p_day date, p_since date, p_until date) returns table (day date, counted_from date, sign integer)
  language sql immutable as
$$
  select p_day, '-infinity'::date, 1 where p_what in ('registered', 'born', 'document_ends', 'renewal') and p_until is null
   union all
  select case when p_what = 'ended' then p_day else '-infinity' end, e.day, e.sign
    from team_events(p_day, p_since, p_until) e where p_what in ('ended', 'waiting')
$$;

-- Whether an account began, or ended, on the day on which it was made or before, by the clock of any firm: none is more than eight hours behind Greenwich.
create function never_waited(p_made timestamptz, p_opened date, p_closed date) returns boolean language sql immutable as
$$ select coalesce(least(p_opened, p_closed) <= ((p_made at time zone 'UTC') - interval '8 hours')::date, false) $$;

-- Replaces waiting_events of 0143_waiting_capital: nothing is kept of accounts that never waited. That is most of them.
create or replace function waiting_events(p_status account_state, p_agreed numeric, p_made timestamptz, p_opened date, p_closed date, p_day date default '-infinity')
  returns table (moment timestamptz, day date, sign integer) language sql immutable as
$$
  select '-infinity'::timestamptz, 'infinity'::date, 1 where p_status = 'pending' and p_agreed is not null
   union all
  select waiting_moment(p_made, p_day), p_day, 1
   where p_status <> 'draft' and p_agreed is not null and (least(p_opened, p_closed) is null or p_day < least(p_opened, p_closed))
         and not never_waited(p_made, p_opened, p_closed)
   union all
  select waiting_moment(p_made, least(p_opened, p_closed)), least(p_opened, p_closed), -1
   where p_status <> 'draft' and p_agreed is not null and p_day < least(p_opened, p_closed) and not never_waited(p_made, p_opened, p_closed)
$$;
alter function waiting_changes(bigint, account_state, numeric, timestamptz, date, date) rows 3;

-- Replaces rebuild_waiting of 0143_waiting_capital: accounts that never waited are not looked at.
create or replace function rebuild_waiting() returns void language sql security definer set search_path from current as
$$
  insert into total_waiting (moment, day, accounts, amount)
  select x.moment, x.day, sum(x.accounts), sum(x.amount) from (
    select w.* from account a
     cross join lateral waiting_changes(a.id, a.status, a.agreed_amount, a.created_at, a.opened_on, a.closed_on) w
     where a.status = 'pending' or not never_waited(a.created_at, a.opened_on, a.closed_on)
     union all
    select moment, day, -accounts, -amount from total_waiting) x
   group by 1, 2 having sum(x.accounts) <> 0 or sum(x.amount) <> 0;
  select fold_waiting();
$$;

create table renewal_counted (
  account_id bigint not null, client_id bigint not null, day date not null, booked date not null, part text not null, amount numeric(18, 2) not null,
  primary key (account_id, day, booked, part));
comment on table renewal_counted is 'What total_day_renewal holds of each account.';
create index renewal_counted_client on renewal_counted (client_id);
create table total_day_renewal (
  day date not null, booked date not null, part text not null, amount numeric(18, 2) not null, primary key (day, booked, part)) with (fillfactor = 80);
comment on table total_day_renewal is
  'What left accounts whose term was over (matured), and what of it went on into others (renewed), by the day on which it was booked and by that or the end of the account, whichever was first.';

alter table maturity_counted add column client_id bigint;
update maturity_counted c set client_id = a.client_id from account a where a.id = c.account_id;
alter table maturity_counted alter column client_id set not null;

-- What of these clients, all where none are given, the totals of teams hold: all that there is but what waits.
create function counted_team_facts(p_clients bigint[] default null)
  returns table (client_id bigint, what team_fact, day date, moment timestamptz, part text, number bigint, amount numeric)
  language sql stable security definer set search_path from current set plan_cache_mode to force_custom_plan as
$$
  select x.client_id, x.what, x.day, x.moment, x.part, sum(x.number)::bigint, sum(x.amount) from (
    select l.client_id, d.what::text::team_fact as what, d.day, '-infinity'::timestamptz as moment,
           case when d.is_company then 'company' else 'person' end as part, 1 as number, 0 as amount
      from client_list l
      join client c on c.id = l.client_id
     cross join lateral client_days(l.registered_on, l.dni_valid_until, l.is_company, l.active_accounts, c.birth_date, c.erased_at is not null) d
     where p_clients is null or l.client_id = any(p_clients)
     union all
    select m.client_id, 'ended', m.day, '-infinity', m.part, 1, m.amount from maturity_counted m where p_clients is null or m.client_id = any(p_clients)
     union all
    select r.client_id, 'renewal', r.day, r.booked::timestamp at time zone 'UTC', r.part, 0, r.amount
      from renewal_counted r where p_clients is null or r.client_id = any(p_clients)
     union all
    select a.client_id, 'waiting', w.day, w.moment, '', w.accounts, w.amount
      from account a
     cross join lateral waiting_changes(a.id, a.status, a.agreed_amount, a.created_at, a.opened_on, a.closed_on) w
     where (a.status = 'pending' or not never_waited(a.created_at, a.opened_on, a.closed_on)) and (p_clients is null or a.client_id = any(p_clients))
     union all
    select client_id, what, day, moment, part, -number, -amount from team_fact_delta where p_clients is null or client_id = any(p_clients)
  ) x
  group by 1, 2, 3, 4, 5 having sum(x.number) <> 0 or sum(x.amount) <> 0
$$;
create index maturity_counted_client on maturity_counted (client_id);

-- Adds what waits to the totals of teams. Called by fold_totals, under its lock.
create function fold_team_facts() returns void language sql security definer set search_path from current as
$$
  with gone as (
    delete from team_fact_delta returning *
  ), facts as (
    select client_id, what, day, moment, part, sum(number) as number, sum(amount) as amount
      from gone group by 1, 2, 3, 4, 5 having sum(number) <> 0 or sum(amount) <> 0
  )
  insert into total_team_fact as t (supervisor_id, what, day, counted_from, moment, part, number, amount)
  select c.supervisor_id, f.what, e.day, e.counted_from, f.moment, f.part, sum(e.sign * f.number), sum(e.sign * f.amount)
    from facts f
    join team_client c on c.client_id = f.client_id
   cross join lateral team_fact_events(f.what, f.day, c.since, c.until) e
   group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
  on conflict (supervisor_id, what, day, counted_from, moment, part) do update
    set number = t.number + excluded.number, amount = t.amount + excluded.amount
$$;

-- Makes it anew of clients as they are counted in teams: what of them does not wait waits, too. Called under the lock of fold_totals.
create function rebuild_team_facts() returns void language sql security definer set search_path from current as
$$
  delete from total_team_fact;
  insert into team_fact_delta (client_id, what, day, moment, part, number, amount) select * from counted_team_facts();
  select fold_team_facts();
$$;

-- Adds to the totals of the firm and of teams by how much the days of clients changed, as they are in the arrays.
create function add_client_days(p_clients bigint[], p_whats client_day[], p_days date[], p_companies boolean[], p_signs integer[]) returns void
  language sql security definer set search_path from current as
$$
  with changed as materialized (
    select client_id, what, day, is_company, sum(sign) as clients
      from unnest(p_clients, p_whats, p_days, p_companies, p_signs) as u (client_id, what, day, is_company, sign)
     group by 1, 2, 3, 4 having sum(sign) <> 0
  ), teams as (
    insert into team_fact_delta (client_id, what, day, part, number)
    select client_id, what::text::team_fact, day, case when is_company then 'company' else 'person' end, clients from changed
  )
  insert into total_day_client (what, day, is_company, clients)
  select what, day, is_company, sum(clients) from changed group by 1, 2, 3 having sum(clients) <> 0
$$;

-- The row of the list changed. Of a client that is gone only the day of its registration was counted: it had no account.
-- Replaces count_days_of_list of 0140_day_totals: teams count their clients, too.
create or replace function count_days_of_list() returns trigger language plpgsql security definer set search_path from current as
$$
begin
  if tg_op = 'INSERT' then
    perform add_client_days(array_agg(n.client_id), array_agg(d.what), array_agg(d.day), array_agg(d.is_company), array_agg(1))
       from come n
       join client c on c.id = n.client_id
      cross join lateral client_days(n.registered_on, n.dni_valid_until, n.is_company, n.active_accounts, c.birth_date, c.erased_at is not null) d;
  elsif tg_op = 'DELETE' then
    perform add_client_days(array_agg(o.client_id), array_agg(d.what), array_agg(d.day), array_agg(d.is_company), array_agg(-1))
       from gone o
       left join client c on c.id = o.client_id
      cross join lateral client_days(o.registered_on, o.dni_valid_until, o.is_company, o.active_accounts, c.birth_date, c.erased_at is not null) d;
  elsif exists (select from gone o join come n using (client_id)
                 where (o.registered_on, o.dni_valid_until, o.is_company, o.active_accounts > 0)
                       is distinct from (n.registered_on, n.dni_valid_until, n.is_company, n.active_accounts > 0)) then
    perform add_client_days(array_agg(n.client_id), array_agg(d.what), array_agg(d.day), array_agg(d.is_company), array_agg(d.sign))
       from gone o
       join come n using (client_id)
       join client c on c.id = n.client_id
      cross join lateral (
        select 1 as sign, x.* from client_days(n.registered_on, n.dni_valid_until, n.is_company, n.active_accounts, c.birth_date, c.erased_at is not null) x
         union all
        select -1, x.* from client_days(o.registered_on, o.dni_valid_until, o.is_company, o.active_accounts, c.birth_date, c.erased_at is not null) x) d
      where (o.registered_on, o.dni_valid_until, o.is_company, o.active_accounts > 0)
            is distinct from (n.registered_on, n.dni_valid_until, n.is_company, n.active_accounts > 0);
  end if;
  return null;
end
$$;

-- The day of birth, or the erasure. The list row is held: whoever changes it at the same time sees the client as it is by then.
-- Replaces count_days_of_client of 0140_day_totals: teams count their clients, too.
create or replace function count_days_of_client() returns trigger language plpgsql security definer set search_path from current as
$$
begin
  perform from client_list l where l.client_id = new.id for no key update;
  perform add_client_days(array_agg(l.client_id), array_agg(d.what), array_agg(d.day), array_agg(d.is_company), array_agg(d.sign))
     from client_list l
    cross join lateral (
      select 1 as sign, x.* from client_days(l.registered_on, l.dni_valid_until, l.is_company, l.active_accounts, new.birth_date, new.erased_at is not null) x
       union all
      select -1, x.* from client_days(l.registered_on, l.dni_valid_until, l.is_company, l.active_accounts, old.birth_date, old.erased_at is not null) x) d
    where l.client_id = new.id;
  return null;
end
$$;

-- Counts these accounts, all where none are given, as they are now, each with the client whose it is. Called under the lock of fold_totals.
-- Replaces count_maturities of 0140_day_totals: teams count what became of their clients' accounts, too.
create or replace function count_maturities(p_accounts bigint[] default null) returns void
  language sql security definer set search_path from current set plan_cache_mode to force_custom_plan as
$$
  with seen as materialized (
    select m.*, a.client_id from maturity_parts(p_accounts) m join account a on a.id = m.account_id
  ), counted as materialized (
    select * from maturity_counted where p_accounts is null or account_id = any(p_accounts)
  ), changed as materialized (
    select x.client_id, x.day, x.part, sum(x.sign) as accounts, sum(x.sign * x.amount) as amount
      from (select 1 as sign, client_id, day, part, amount from seen union all select -1, client_id, day, part, amount from counted) x
     group by 1, 2, 3 having sum(x.sign) <> 0 or sum(x.sign * x.amount) <> 0
  ), teams as (
    insert into team_fact_delta (client_id, what, day, part, number, amount) select client_id, 'ended', day, part, accounts, amount from changed
  ), sums as (
    insert into total_day_maturity as t (day, part, accounts, amount)
    select day, part, sum(accounts), sum(amount) from changed group by 1, 2 having sum(accounts) <> 0 or sum(amount) <> 0 order by 1, 2
    on conflict (day, part) do update set accounts = t.accounts + excluded.accounts, amount = t.amount + excluded.amount
  ), ended as (
    delete from maturity_counted m using counted c where m.account_id = c.account_id and not exists (select from seen s where s.account_id = c.account_id)
  )
  insert into maturity_counted (account_id, day, part, amount, client_id) select account_id, day, part, amount, client_id from seen
  on conflict (account_id) do update set day = excluded.day, part = excluded.part, amount = excluded.amount, client_id = excluded.client_id
$$;

-- An account is over, or is no more; its term, or itself, ends on another day; it is another client's.
-- Replaces note_ended_accounts of 0140_day_totals: whose it is tells which team counts it, and when it ended when it was renewed.
create or replace function note_ended_accounts() returns trigger language plpgsql security definer set search_path from current as
$$
begin
  insert into maturity_due (account_id)
  select n.id from gone o join come n using (id)
   where (o.status = 'expired' or n.status = 'expired') and (o.status, o.expires_on, o.closed_on, o.client_id) is distinct from (n.status, n.expires_on, n.closed_on, n.client_id);
  return null;
end
$$;

-- Replaces count_new_waiting of 0143_waiting_capital: teams count what waits, too.
create or replace function count_new_waiting() returns trigger language plpgsql security definer set search_path from current as
$$
begin
  with changed as materialized (
    select n.client_id, e.moment, e.day, sum(e.sign) as accounts, sum(e.sign * n.agreed_amount) as amount
      from come n cross join lateral waiting_events(n.status, n.agreed_amount, n.created_at, n.opened_on, n.closed_on) e
     group by 1, 2, 3
  ), teams as (
    insert into team_fact_delta (client_id, what, day, moment, number, amount) select client_id, 'waiting', day, moment, accounts, amount from changed
  )
  insert into total_waiting (moment, day, accounts, amount) select moment, day, sum(accounts), sum(amount) from changed group by 1, 2;
  return null;
end
$$;

-- Nobody posts to these accounts until this ends: lines and account are never counted by different days.
-- Replaces recount_waiting of 0143_waiting_capital: teams count what waits, and an account that becomes another client's leaves one for another.
create or replace function recount_waiting() returns trigger language plpgsql security definer set search_path from current as
$$
declare
  changed bigint[] := array(
    select g.id from gone g join come c using (id)
     where (g.status = 'pending', g.status = 'draft', g.agreed_amount, g.created_at, least(g.opened_on, g.closed_on), g.client_id)
           is distinct from (c.status = 'pending', c.status = 'draft', c.agreed_amount, c.created_at, least(c.opened_on, c.closed_on), c.client_id));
begin
  if changed = '{}' then
    return null;
  end if;
  perform from account_balance b where b.account_id = any(changed) order by b.account_id for no key update;
  with changes as materialized (
    select x.client_id, x.moment, x.day, sum(x.accounts) as accounts, sum(x.amount) as amount from (
      select c.client_id, w.* from come c cross join lateral waiting_changes(c.id, c.status, c.agreed_amount, c.created_at, c.opened_on, c.closed_on) w
       where c.id = any(changed)
       union all
      select g.client_id, w.moment, w.day, -w.accounts, -w.amount
        from gone g cross join lateral waiting_changes(g.id, g.status, g.agreed_amount, g.created_at, g.opened_on, g.closed_on) w
       where g.id = any(changed)) x
     group by 1, 2, 3 having sum(x.accounts) <> 0 or sum(x.amount) <> 0
  ), teams as (
    insert into team_fact_delta (client_id, what, day, moment, number, amount) select client_id, 'waiting', day, moment, accounts, amount from changes
  )
  insert into total_waiting (moment, day, accounts, amount)
  select moment, day, sum(accounts), sum(amount) from changes group by 1, 2 having sum(accounts) <> 0 or sum(amount) <> 0;
  return null;
end
$$;

-- Replaces keep_what_follows of 0143_waiting_capital: what comes into accounts that wait is taken off what teams wait for, too.
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
    with changed as materialized (
      select a.client_id, e.moment, e.day, sum(e.sign * i.amount) as amount
        from incoming i
        join account a on a.id = i.account_id
        join journal j on j.id = i.journal_id and is_principal(j.kind)
       cross join lateral waiting_events(a.status, a.agreed_amount, a.created_at, a.opened_on, a.closed_on, i.booking_date) e
       where i.ledger = 3 and (a.status = 'active' and a.opened_on <= i.booking_date) is not true
       group by 1, 2, 3
    ), teams as (
      insert into team_fact_delta (client_id, what, day, moment, number, amount) select client_id, 'waiting', day, moment, 0, amount from changed
    )
    insert into total_waiting (moment, day, accounts, amount) select moment, day, 0, sum(amount) from changed group by 1, 2;
  end if;
  return null;
end
$$;
