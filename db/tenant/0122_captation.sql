-- Who is credited with which part of what comes in and goes out: dated rules, and what they gave for each journal, written with it and never
-- changed afterwards. Totals by day and by person are kept beside it. See docs/decisions/0173-attribution.md

create type captation_type as enum ('smart', 'alliances', 'partners', 'insurance', 'ticketRestaurant', 'direct');

create table attribution_rule (
  id         bigint        generated always as identity primary key,
  product_id bigint        references product,
  channel    client_channel,
  valid_from date          not null,
  manager    numeric(5, 2) not null check (manager >= 0),
  partner    numeric(5, 2) not null check (partner >= 0),
  advisor    numeric(5, 2) not null check (advisor >= 0),
  banker     numeric(5, 2) not null check (banker >= 0),
  set_at     timestamptz   not null default now(),
  set_by     text,
  constraint attribution_rule_whole check (manager + partner + advisor + banker = 100),
  constraint attribution_rule_key unique nulls not distinct (product_id, channel, valid_from)
);
comment on table attribution_rule is 'Of a product, a channel, both or everything: who of a client''s people is credited with which part, per cent, of what is booked from a day on. The rule of a product goes before that of a channel. Without any the manager is credited with all.';

create table captation (
  journal_id   bigint         not null,
  n            smallint       not null,
  account_id   bigint         not null,
  booking_date date           not null,
  kind         movement_kind  not null,
  is_new       boolean        not null,
  type         captation_type not null,
  role         staff_role     not null,
  employee_id  bigint,
  share        numeric(5, 2)  not null,
  amount       numeric(18, 2) not null,
  primary key (journal_id, n)
);
comment on table captation is 'Who is credited with which part of a contribution, a withdrawal or a cancellation: the parts of a journal add up to it. Written with the journal, never changed. is_new: a contribution that follows no payout to a holder; employee_id null: nobody. Without foreign keys: the journal was written just before, by the same function.';
create index captation_of_employee on captation (employee_id, booking_date) include (kind, is_new, type, amount);
create trigger captation_is_append_only before update or delete on captation for each statement execute function refuse_change();
create trigger captation_is_not_truncated before truncate on captation for each statement execute function refuse_change();

create table captation_delta (
  booking_date date           not null,
  employee_id  bigint         not null,
  kind         movement_kind  not null,
  is_new       boolean        not null,
  type         captation_type not null,
  amount       numeric(18, 2) not null,
  parts        integer        not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
comment on table captation_delta is 'What the totals of captation don''t hold yet; employee_id 0 = nobody, parts = rows of captation. Its rows are few and read whole.';

create table total_day_captation (
  day date not null, kind movement_kind not null, is_new boolean not null, type captation_type not null,
  amount numeric(18, 2) not null, parts bigint not null, primary key (day, kind, is_new, type));
create table total_month_captation (
  month date not null, employee_id bigint not null, kind movement_kind not null, is_new boolean not null, type captation_type not null,
  amount numeric(18, 2) not null, parts bigint not null, primary key (employee_id, month, kind, is_new, type)) with (fillfactor = 80);
create index total_month_captation_by_month on total_month_captation (month);
comment on table total_day_captation is 'Captation of the whole firm by day; amount as the client sees it, money in positive.';
comment on table total_month_captation is 'Captation by month and by whoever is credited; 0 = nobody.';

-- The type of what an account of this family brings, of a client of this channel.
create function captation_type_of(p_family product_family, p_channel client_channel) returns captation_type language sql immutable as
$$
  select case p_family when 'smart' then 'smart' when 'alliance' then 'alliances' when 'insurance' then 'insurance'
    when 'ticket_restaurant' then 'ticketRestaurant'
    else case p_channel when 'partner' then 'partners' when 'alliance' then 'alliances' else 'direct' end end::captation_type
$$;

-- Writes who is credited with which part of these journals, those of them that captation counts and that have no parts yet. The one place where the
-- rules of attribution are read. A part of somebody whom the client doesn't have is its manager's. What is taken back is taken from whom it was
-- credited to: of journals and what takes them back, written at once, the latter come with a second call.
-- One flat statement: a posting pays for each node of it.
create function write_captation(p_journals bigint[]) returns void
  language plpgsql security definer set search_path from current as
$$
begin
  with written as (
    insert into captation (journal_id, n, account_id, booking_date, kind, is_new, type, role, employee_id, share, amount)
    select j.id, l.line * 4 + s.place, l.account_id, j.booking_date, j.kind,
           j.kind = 'contribution' and not exists (
             select from account_holder own
               join account_holder other on other.client_id = own.client_id and other.role <> 'authorised'
               join posting q on q.account_id = other.account_id and q.ledger = 3 and q.amount > 0
                             and q.booking_date between j.booking_date - w.days and j.booking_date
               join journal k on k.id = q.journal_id and k.kind in ('withdrawal', 'maturity', 'cancellation') and k.reverses_id is null
              where own.account_id = l.account_id and own.role <> 'authorised'),
           captation_type_of(p.family, cl.channel), s.role, s.employee_id, s.share,
           -- What rounding leaves is the last one's.
           round(-l.amount * s.through / 100, 2) - round(-l.amount * (s.through - s.share) / 100, 2)
      from journal j
      join posting l on l.journal_id = j.id and l.ledger = 3
      join account a on a.id = l.account_id
      join product p on p.id = a.product_id
      join client cl on cl.id = a.client_id
      join client_list c on c.client_id = a.client_id
     cross join (select coalesce((select value::integer from setting where key = 'captation.reinvestmentDays'), 30) as days) w
      left join lateral (
        select u.partner, u.advisor, u.banker from attribution_rule u
         where u.valid_from <= j.booking_date and (u.product_id is null or u.product_id = a.product_id) and (u.channel is null or u.channel = cl.channel)
         order by u.product_id is null, u.channel is null, u.valid_from desc limit 1
      ) r on true
     cross join lateral (
       select case when c.partner_id is null or r.partner is null then 0 else r.partner end as partner,
              case when c.advisor_id is null or r.advisor is null then 0 else r.advisor end as advisor,
              case when c.banker_id is null or r.banker is null then 0 else r.banker end as banker
     ) o
     cross join lateral (values
       (0, 'manager'::staff_role, j.credited_to, 100 - o.partner - o.advisor - o.banker, 100 - o.partner - o.advisor - o.banker),
       (1, 'partner', c.partner_id, o.partner, 100 - o.advisor - o.banker),
       (2, 'advisor', c.advisor_id, o.advisor, 100 - o.banker),
       (3, 'banker', c.banker_id, o.banker, 100)) as s (place, role, employee_id, share, through)
     where j.id = any(p_journals) and is_captation(j.kind) and j.reverses_id is null and s.share > 0
    on conflict do nothing returning *
  )
  insert into captation_delta select booking_date, coalesce(employee_id, 0), kind, is_new, type, amount, 1 from written;
  -- One journal that got its parts takes nothing back.
  if not found or cardinality(p_journals) > 1 then
    with taken as (
      insert into captation (journal_id, n, account_id, booking_date, kind, is_new, type, role, employee_id, share, amount)
      select j.id, t.n, t.account_id, j.booking_date, t.kind, t.is_new, t.type, t.role, t.employee_id, t.share, -t.amount
        from journal j join captation t on t.journal_id = j.reverses_id
       where j.id = any(p_journals)
      on conflict do nothing returning *
    )
    insert into captation_delta select booking_date, coalesce(employee_id, 0), kind, is_new, type, amount, 1 from taken;
  end if;
end
$$;

-- Adds the waiting deltas of captation to its totals. Called by fold_totals, under its lock.
create function fold_captation() returns void language sql security definer set search_path from current as
$$
  with gone as (
    delete from captation_delta returning *
  ), days as (
    insert into total_day_captation as t (day, kind, is_new, type, amount, parts)
    select booking_date, kind, is_new, type, sum(amount), sum(parts) from gone group by 1, 2, 3, 4
    on conflict (day, kind, is_new, type) do update set amount = t.amount + excluded.amount, parts = t.parts + excluded.parts
  )
  insert into total_month_captation as t (month, employee_id, kind, is_new, type, amount, parts)
  select date_trunc('month', booking_date)::date, employee_id, kind, is_new, type, sum(amount), sum(parts) from gone group by 1, 2, 3, 4, 5
  on conflict (employee_id, month, kind, is_new, type) do update set amount = t.amount + excluded.amount, parts = t.parts + excluded.parts
$$;

-- Replaces fold_totals of 0005_ledger: captation has totals of its own, by whoever is credited.
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

-- Whatever writes the lines of a journal, in whatever way, writes with them who is credited: no path can leave it out. A plan for the one journal
-- that is posted would take longer than all the rest: one plan serves however many there are.
create function credit_journals() returns trigger
  language plpgsql security definer set search_path from current set plan_cache_mode to force_generic_plan as
$$
declare
  counted bigint[] := array(select i.journal_id from incoming i join journal j on j.id = i.journal_id where i.ledger = 3 and is_captation(j.kind));
begin
  if counted <> '{}' then
    perform write_captation(counted);
  end if;
  return null;
end
$$;
create trigger posting_is_credited after insert on posting
  referencing new table as incoming for each statement execute function credit_journals();

-- The parts of all journals that have none, and the totals anew. So many at once that a large firm fits in memory.
create function write_all_captation() returns void
  language plpgsql security definer set search_path from current set plan_cache_mode to force_custom_plan as
$$
declare
  batch   bigint[];
  reached bigint := 0;
begin
  loop
    batch := array(select id from journal where id > reached and is_captation(kind) order by id limit 100000);
    exit when batch = '{}';
    perform write_captation(batch);
    reached := batch[cardinality(batch)];
  end loop;
  delete from captation_delta;
  delete from total_day_captation;
  insert into total_day_captation (day, kind, is_new, type, amount, parts)
  select booking_date, kind, is_new, type, sum(amount), count(*) from captation group by 1, 2, 3, 4;
  delete from total_month_captation;
  insert into total_month_captation (month, employee_id, kind, is_new, type, amount, parts)
  select date_trunc('month', booking_date)::date, coalesce(employee_id, 0), kind, is_new, type, sum(amount), count(*) from captation group by 1, 2, 3, 4, 5;
end
$$;

-- Journals so far keep what they have: all of each is its manager's of then.
select write_all_captation();

-- Who is credited stands in captation now.
drop index journal_captation_of;
comment on column journal.credited_to is 'Of what captation counts: the client''s manager when it was booked; null = nobody. Who is credited with which part stands in captation.';
