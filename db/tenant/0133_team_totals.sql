-- What figures of a team are made of, kept by day for each supervisor: its clients' movements, and what stood in their accounts. A client counts while
-- somebody of the team looks after it. Whoever posts pays nothing: what waits for the other totals says of which client it is, and the same round
-- adds it to the teams. See docs/decisions/0178-team-totals.md

-- The days of a link as figures count them: one that ends on the day on which its follower begins had that day no more.
create function link_days(p_link client_staff) returns daterange language sql stable as
$$
  select daterange(p_link.valid_from, case
    when p_link.valid_to is null then null
    when exists (select from client_staff n where n.client_id = p_link.client_id and n.role = p_link.role and n.id <> p_link.id
                    and n.valid_from <= p_link.valid_to and (n.valid_to is null or n.valid_to > p_link.valid_to)) then p_link.valid_to
    else p_link.valid_to + 1 end)
$$;

create table account_matured (account_id bigint primary key, amount numeric(18, 2) not null, moved boolean not null);
comment on table account_matured is 'What left an account from the end of its term on, into another account (moved) or to be paid.';

create table team_client (
  client_id bigint not null, supervisor_id bigint not null, since date not null, until date,
  primary key (client_id, supervisor_id, since));
comment on table team_client is 'When a client was somebody''s of a team, as the totals of teams have counted it: from since on and before until. Supervisors with nobody under them have no team.';
-- Links that end or begin later than today are counted neither by day nor in what is today's.
create index team_client_until on team_client (supervisor_id, until) where until is not null;
create index team_client_since on team_client (supervisor_id, since);

create table team_client_due (
  id bigint generated always as identity primary key, client_id bigint, employee_id bigint, check (num_nonnulls(client_id, employee_id) = 1))
  with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
comment on table team_client_due is 'Clients whose links changed since they were counted, and employees whose supervisors did: all clients whom they ever had are counted anew. While there is one, figures of teams are read from their rows.';

create table team_delta (
  client_id bigint not null, booking_date date not null, product_id bigint not null, kind movement_kind not null,
  amount numeric(18, 2) not null, movements bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
comment on table team_delta is 'What the totals of teams don''t hold yet of movements whose client total_delta does not name, and of accounts that changed their client.';

create table total_team_flow (
  supervisor_id bigint not null, is_month boolean not null, day date not null, product_id bigint not null, kind movement_kind not null,
  amount numeric(18, 2) not null, movements bigint not null, primary key (supervisor_id, is_month, day, product_id, kind));
comment on table total_team_flow is 'Movements of the clients who were a team''s on the day of the booking: of the day, and of the month that begins on it.';

create table total_day_team_stock (
  supervisor_id bigint not null, day date not null, product_id bigint not null,
  principal numeric(18, 2) not null, balance numeric(18, 2) not null, idle_principal numeric(18, 2) not null, idle_balance numeric(18, 2) not null,
  opened bigint not null, came numeric(18, 2) not null, went numeric(18, 2) not null, primary key (supervisor_id, day, product_id));
comment on table total_day_team_stock is 'By how much the money in a team''s accounts grew on a day, and idle money as in total_day_stock; came, went = with clients, whose money of the eve it is.';

create index total_day_team_stock_moved on total_day_team_stock (supervisor_id, day) where came <> 0 or went <> 0;

-- When each of these clients was whose team's, as links and teams stand now.
create function team_periods(p_clients bigint[] default null) returns table (client_id bigint, supervisor_id bigint, since date, until date)
  language sql stable security definer set search_path from current set plan_cache_mode to force_custom_plan as
$$
  select u.client_id, u.supervisor_id, lower(r.days), upper(r.days)
    from (
      select s.client_id, t.supervisor_id, range_agg(link_days(s)) as days
        from client_staff s
        join employee_team t on t.employee_id = s.employee_id
       where (p_clients is null or s.client_id = any(p_clients))
         and exists (select from employee_team o where o.supervisor_id = t.supervisor_id and o.employee_id <> t.supervisor_id)
       group by 1, 2) u
   cross join lateral unnest(u.days) r (days)
$$;

-- Stocks are of clients, too. What waits has none: it is added up first.
select fold_stock();
drop function rebuild_stock();
drop function write_stock(integer, bigint[], bigint[], date[], date[]);
drop function stock_changes(bigint[], bigint[], date[], date[]);
alter table stock_delta add column client_id bigint not null;

-- What these accounts, each as it stands in the arrays, add to the totals of stocks with all their lines, by client.
-- Replaces stock_changes of 0127_stock_totals.
create function stock_changes(p_accounts bigint[], p_clients bigint[], p_products bigint[], p_begins date[], p_closed date[])
  returns table (client_id bigint, day date, product_id bigint, idle_principal numeric, idle_balance numeric, opened bigint)
  language sql stable security definer set search_path from current set plan_cache_mode to force_custom_plan as
$$
  with given as materialized (
    select * from unnest(p_accounts, p_clients, p_products, p_begins, p_closed) as u (id, client_id, product_id, begins, closed_on)
  )
  select c.client_id, c.day, c.product_id, sum(c.principal), sum(c.balance), sum(c.opened) from (
    select a.client_id, e.day, a.product_id, e.sign * case when is_principal(j.kind) then -l.amount else 0 end as principal,
           e.sign * -l.amount as balance, 0 as opened
      from given a
      join posting l on l.account_id = a.id and l.ledger = 3
      join journal j on j.id = l.journal_id
     cross join lateral stock_events(a.begins, a.closed_on, l.booking_date) e
     where a.begins is null or a.closed_on is not null or l.booking_date < a.begins
     union all
    select client_id, begins, product_id, 0, 0, 1 from given where begins is not null
     union all
    select client_id, closed_on, product_id, 0, 0, -1 from given where begins is not null and closed_on is not null
  ) c
  group by 1, 2, 3 having sum(c.principal) <> 0 or sum(c.balance) <> 0 or sum(c.opened) <> 0
$$;

-- Replaces write_stock of 0127_stock_totals.
create function write_stock(p_sign integer, p_accounts bigint[], p_clients bigint[], p_products bigint[], p_begins date[], p_closed date[]) returns void
  language sql security definer set search_path from current as
$$
  insert into stock_delta (client_id, day, product_id, idle_principal, idle_balance, opened)
  select client_id, day, product_id, p_sign * idle_principal, p_sign * idle_balance, p_sign * opened
    from stock_changes(p_accounts, p_clients, p_products, p_begins, p_closed)
$$;

-- What left these accounts, all where none are given, from the end of their term on. Whoever calls it for some holds their balances.
create function write_matured(p_accounts bigint[] default null) returns void
  language plpgsql security definer set search_path from current set plan_cache_mode to force_custom_plan as
$$
begin
  delete from account_matured where p_accounts is null or account_id = any(p_accounts);
  insert into account_matured (account_id, amount, moved)
  select a.id, sum(l.amount), bool_or(j.kind = 'transfer')
    from account a
    join posting l on l.account_id = a.id and l.ledger = 3 and l.amount > 0 and l.booking_date >= a.expires_on
    join journal j on j.id = l.journal_id and j.kind in ('transfer', 'maturity')
   where p_accounts is null or a.id = any(p_accounts)
   group by a.id;
end
$$;

-- Replaces keep_what_follows of 0129_lighter_captation: idle money has a client, and what leaves at the end of a term is kept.
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
  end if;
  return null;
end
$$;

-- Replaces keep_stock_of_new_accounts of 0127_stock_totals.
create or replace function keep_stock_of_new_accounts() returns trigger language plpgsql security definer set search_path from current as
$$
begin
  insert into stock_delta (client_id, day, product_id, idle_principal, idle_balance, opened)
  select c.client_id, c.day, c.product_id, 0, 0, sum(c.opened)
    from (select client_id, stock_begins(status, opened_on, closed_on) as day, product_id, 1 as opened from incoming
           union all
          select client_id, closed_on, product_id, -1 from incoming where stock_begins(status, opened_on, closed_on) is not null) c
   where c.day is not null group by c.client_id, c.day, c.product_id;
  return null;
end
$$;

-- Replaces keep_stock_of_accounts of 0127_stock_totals: an account that changes its client takes all its movements along, for teams; what left it at the
-- end of its term follows that day.
create or replace function keep_stock_of_accounts() returns trigger language plpgsql security definer set search_path from current as
$$
declare
  prolonged bigint[] := array(select g.id from gone g join come c using (id) where g.expires_on is distinct from c.expires_on);
  changed   bigint[] := array(
    select g.id from gone g join come c using (id)
     where (stock_begins(g.status, g.opened_on, g.closed_on), g.closed_on, g.product_id, g.client_id)
           is distinct from (stock_begins(c.status, c.opened_on, c.closed_on), c.closed_on, c.product_id, c.client_id));
begin
  if prolonged <> '{}' then
    perform from account_balance b where b.account_id = any(prolonged) order by b.account_id for no key update;
    perform write_matured(prolonged);
  end if;
  if changed = '{}' then
    return null;
  end if;
  perform from account_balance b where b.account_id = any(changed) order by b.account_id for no key update;
  perform write_stock(-1, array_agg(id), array_agg(client_id), array_agg(product_id), array_agg(stock_begins(status, opened_on, closed_on)), array_agg(closed_on))
     from gone where id = any(changed);
  perform write_stock(1, array_agg(id), array_agg(client_id), array_agg(product_id), array_agg(stock_begins(status, opened_on, closed_on)), array_agg(closed_on))
     from come where id = any(changed);
  insert into team_delta (client_id, booking_date, product_id, kind, amount, movements)
  select x.client_id, l.booking_date, x.product_id, j.kind, x.sign * -sum(l.amount), x.sign * count(distinct l.journal_id)
    from (select g.id, u.client_id, u.product_id, u.sign
            from gone g join come c using (id)
           cross join lateral (values (g.client_id, g.product_id, -1), (c.client_id, c.product_id, 1)) u (client_id, product_id, sign)
           where (g.client_id, g.product_id) is distinct from (c.client_id, c.product_id)) x
    join posting l on l.account_id = x.id and l.ledger = 3
    join journal j on j.id = l.journal_id
   group by x.id, x.client_id, l.booking_date, x.product_id, j.kind, x.sign;
  return null;
end
$$;

-- Movements of these clients that the totals of teams hold: all but what waits.
create function counted_team_flows(p_clients bigint[] default null)
  returns table (client_id bigint, day date, product_id bigint, kind movement_kind, amount numeric, movements bigint)
  language sql stable security definer set search_path from current set plan_cache_mode to force_custom_plan as
$$
  select x.client_id, x.day, x.product_id, x.kind, sum(x.amount), sum(x.movements)::bigint from (
    select a.client_id, l.booking_date as day, a.product_id, j.kind, -sum(l.amount) as amount, count(distinct (l.journal_id, l.account_id)) as movements
      from account a
      join posting l on l.account_id = a.id and l.ledger = 3
      join journal j on j.id = l.journal_id
     where p_clients is null or a.client_id = any(p_clients)
     group by 1, 2, 3, 4
     union all
    select client_id, booking_date, product_id, kind, -amount, -movements from total_delta where p_clients is null or client_id = any(p_clients)
     union all
    select client_id, booking_date, product_id, kind, -amount, -movements from team_delta where p_clients is null or client_id = any(p_clients)
  ) x
  where x.client_id is not null
  group by 1, 2, 3, 4 having sum(x.amount) <> 0 or sum(x.movements) <> 0
$$;

-- Idle money of these clients that the totals of teams hold.
create function counted_team_idle(p_clients bigint[] default null)
  returns table (client_id bigint, day date, product_id bigint, idle_principal numeric, idle_balance numeric, opened bigint)
  language sql stable security definer set search_path from current set plan_cache_mode to force_custom_plan as
$$
  select x.client_id, x.day, x.product_id, sum(x.idle_principal), sum(x.idle_balance), sum(x.opened)::bigint from (
    select s.*
      from (select array_agg(id) as ids, array_agg(client_id) as clients, array_agg(product_id) as products,
                   array_agg(stock_begins(status, opened_on, closed_on)) as begins, array_agg(closed_on) as closed
              from account where p_clients is null or client_id = any(p_clients)) a,
           lateral stock_changes(a.ids, a.clients, a.products, a.begins, a.closed) s
     union all
    select client_id, day, product_id, -idle_principal, -idle_balance, -opened from stock_delta where p_clients is null or client_id = any(p_clients)
  ) x
  group by 1, 2, 3 having sum(x.idle_principal) <> 0 or sum(x.idle_balance) <> 0 or sum(x.opened) <> 0
$$;

-- On which days an amount of a day changes what a team has, whose client somebody is from a day on and before another; and whether it came with the
-- client, or went with it.
create function team_events(p_day date, p_since date, p_until date) returns table (day date, sign integer, came integer, went integer)
  language sql immutable as
$$
  select greatest(p_day, p_since), 1, (p_day < p_since)::integer, 0 where p_until is null or p_day < p_until
   union all
  select p_until, -1, 0, 1 where p_day < p_until
$$;

-- The day itself, and the first of its month.
create function day_and_month(p_day date) returns table (is_month boolean, day date) language sql immutable as
$$ select false, p_day union all select true, make_date(extract(year from p_day)::integer, extract(month from p_day)::integer, 1) $$;

-- Counts these clients, all where none are given, as links and teams stand now. Called under the lock of fold_totals. One statement sees what was posted
-- and what waits as they were at the same moment: what waits is left to be counted with the rest of it.
create function recount_teams(p_clients bigint[] default null) returns void
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
  ), ended as (
    delete from team_client t using changed c
     where c.sign < 0 and (t.client_id, t.supervisor_id, t.since) = (c.client_id, c.supervisor_id, c.since)
       and not exists (select from changed n where n.sign > 0 and (n.client_id, n.supervisor_id, n.since) = (c.client_id, c.supervisor_id, c.since))
  )
  insert into team_client (client_id, supervisor_id, since, until) select client_id, supervisor_id, since, until from changed where sign > 0
  on conflict (client_id, supervisor_id, since) do update set until = excluded.until
$$;
