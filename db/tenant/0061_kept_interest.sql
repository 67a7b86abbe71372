-- What accounts have been paid and have earned is kept where their balance is: interest to date needs no posting of the past any more.
-- Between two movements an account earns by one capital, so all that it earned until the last of them is one number of cents × parts of the year.
-- Null where it isn't kept: of an account that isn't opened yet. See docs/decisions/0124-interest-from-kept-figures.md

alter table account_balance
  add column interest_posted numeric(18, 2) not null default 0,
  add column bonus_posted    numeric(18, 2) not null default 0,
  add column earned_through  date,
  add column earned_parts    numeric(38, 0);
comment on column account_balance.interest_posted is 'Interest in the books, before withholding, wherever it went; bonus_posted the same of the bonus.';
comment on column account_balance.earned_through is 'The last day on which the capital changed, by value date, or the opening: up to it earned_parts says all, from it on the balance earns.';
comment on column account_balance.earned_parts is 'Cents × parts of the year (day_count_position) from the opening to earned_through, of each day''s closing capital where that is above 0. Whatever the rate.';

-- As toDayCountPosition of rules/day-count.ts: where a day stands on the scale of a day count. Null of a day without end: the lines refuse it.
create function day_count_position(p_basis day_count, p_day date) returns bigint language sql immutable as
$$
  select case when isfinite(p_day) then case p_basis
    when '30E/360' then extract(year from p_day)::bigint * 360 + extract(month from p_day)::bigint * 30 + least(extract(day from p_day)::bigint, 30)
    when 'ACT/ACT ISDA' then extract(year from p_day)::bigint * 133590 + (extract(doy from p_day)::bigint - 1)
      * case when extract(doy from make_date(extract(year from p_day)::integer, 12, 31)) = 366 then 365 else 366 end
    else p_day - date '1970-01-01' end end
$$;

-- What these accounts have earned once their capital has moved so, from what is kept; p_anew: from the opening, of all that ever moved. Null
-- where a day lies before what is kept: only all postings tell then. Accounts that aren't opened are left out.
create function earnings_after(p_anew boolean, p_ids bigint[], p_accounts bigint[], p_days date[], p_amounts numeric[])
  returns table (account_id bigint, through date, parts numeric) language sql stable security definer set search_path from current as
$$
  with start as materialized (
    select a.id, a.opened_on, t.day_count, case when p_anew then a.opened_on else b.earned_through end as since,
           case when p_anew then 0 else b.balance end as capital, case when p_anew then 0 else b.earned_parts end as parts
      from account_balance b join account a on a.id = b.account_id join account_terms t on t.account_id = a.id
     where b.account_id = any(p_ids) and case when p_anew then a.opened_on else b.earned_through end is not null
  ), day as (
    select s.id, greatest(u.day, s.opened_on) as on_day, sum(u.amount) as amount
      from unnest(p_accounts, p_days, p_amounts) as u (id, day, amount) join start s on s.id = u.id group by 1, 2
  ), step as (
    select d.id, d.on_day, lag(d.on_day) over days as before, coalesce(sum(d.amount) over (days rows between unbounded preceding and 1 preceding), 0) as moved
      from day d window days as (partition by d.id order by d.on_day)
  )
  select s.id, case when coalesce(min(d.on_day) >= s.since, true) then coalesce(max(d.on_day), s.since) end,
         case when coalesce(min(d.on_day) >= s.since, true)
              then s.parts + coalesce(sum(100 * greatest(s.capital + d.moved, 0) * (
                     day_count_position(s.day_count, d.on_day) - day_count_position(s.day_count, coalesce(d.before, s.since)))), 0) end
    from start s left join step d on d.id = s.id group by s.id, s.since, s.parts
$$;

-- Keeps anew what these accounts were paid and have earned: these are all their lines, `p_paid` as the customer's account has them.
create function write_earnings(p_ids bigint[], p_accounts bigint[], p_capital boolean[], p_kinds movement_kind[], p_days date[], p_paid numeric[])
  returns void language sql security definer set search_path from current set plan_cache_mode to auto as
$$
  with line as materialized (
    select * from unnest(p_accounts, p_capital, p_kinds, p_days, p_paid) as l (account_id, capital, kind, value_date, amount)
  ), earned as (
    select e.* from (select array_agg(account_id) as accounts, array_agg(value_date) as days, array_agg(amount) as amounts
                       from line where capital) l, lateral earnings_after(true, p_ids, l.accounts, l.days, l.amounts) e
  ), paid as (
    select account_id, sum(amount) filter (where kind = 'interest') as interest, sum(amount) filter (where kind = 'bonus') as bonus from line group by 1
  )
  update account_balance b
     set interest_posted = coalesce(p.interest, 0), bonus_posted = coalesce(p.bonus, 0), earned_through = e.through, earned_parts = e.parts
    from (select distinct unnest(p_ids) as id) i left join paid p on p.account_id = i.id left join earned e on e.account_id = i.id
   where b.account_id = i.id and (b.interest_posted, b.bonus_posted, b.earned_through, b.earned_parts)
         is distinct from (coalesce(p.interest, 0), coalesce(p.bonus, 0), e.through, e.parts)
$$;

-- Of these accounts, from all their postings.
create function keep_earnings(p_ids bigint[]) returns void
  language plpgsql security definer set search_path from current set plan_cache_mode to auto as
$$
begin
  if cardinality(p_ids) = 0 then
    return;
  end if;
  perform from account_balance b where b.account_id = any(p_ids) order by b.account_id for no key update;
  perform write_earnings(p_ids, array_agg(l.account_id), array_agg(l.ledger = 3), array_agg(j.kind), array_agg(j.value_date), array_agg(-l.amount))
     from posting l join journal j on j.id = l.journal_id where l.account_id = any(p_ids);
end
$$;

-- Of these, the opened accounts of which nothing is kept: something moved on a day before what was.
create function keep_unkept_earnings(p_ids bigint[]) returns void
  language sql security definer set search_path from current set plan_cache_mode to auto as
$$
  select keep_earnings(array(select b.account_id from account_balance b join account a on a.id = b.account_id
                              where b.account_id = any(p_ids) and b.earned_through is null and a.opened_on is not null))
$$;

-- Replaces open_account_balance of 0005_ledger: an account that is opened at once has earned nothing until then.
create or replace function open_account_balance() returns trigger language plpgsql security definer set search_path from current as
$$
begin
  insert into account_balance (account_id, client_id, product_id, may_be_negative, earned_through, earned_parts)
  select i.id, i.client_id, i.product_id, p.may_be_negative, i.opened_on, case when i.opened_on is not null then 0 end
    from incoming i join product p on p.id = i.product_id;
  return null;
end
$$;

-- Replaces guard_account_terms of 0033_money_by_hand: what a new opening day or product makes of the movements is kept.
create or replace function guard_account_terms() returns trigger language plpgsql security definer set search_path from current as
$$
begin
  if exists (select from gone g join come c using (id)
              where (g.status not in ('draft', 'pending') and (g.rate, g.bonus_rate, g.opened_on) is distinct from (c.rate, c.bonus_rate, c.opened_on))
                 or (g.status <> 'draft' and (g.product_id, g.client_id) is distinct from (c.product_id, c.client_id))) then
    raise exception 'what was agreed on an account does not change' using errcode = 'AT007';
  end if;
  update account_terms t
     set (day_count, payout, capitalised, accrues, penalty_points, earns_until_paid, early_withdrawal, additions, addition_days) =
         (p.day_count, p.payout, p.capitalised, p.accrues, p.penalty_points, p.earns_until_paid, p.early_withdrawal, p.additions,
          p.addition_days)
    from gone g join come c using (id) join product p on p.id = c.product_id
   where t.account_id = c.id and g.status = 'draft'
     and (t.day_count, t.payout, t.capitalised, t.accrues, t.penalty_points, t.earns_until_paid, t.early_withdrawal, t.additions,
          t.addition_days)
         is distinct from (p.day_count, p.payout, p.capitalised, p.accrues, p.penalty_points, p.earns_until_paid, p.early_withdrawal, p.additions,
          p.addition_days);
  update account_balance b set product_id = c.product_id, client_id = c.client_id, may_be_negative = p.may_be_negative
    from gone g join come c using (id) join product p on p.id = c.product_id
   where b.account_id = c.id and (g.product_id, g.client_id) is distinct from (c.product_id, c.client_id);
  perform keep_earnings(array(select c.id from gone g join come c using (id)
                               where (g.opened_on, g.product_id) is distinct from (c.opened_on, c.product_id)));
  return null;
end
$$;

-- Replaces post_journal of 0033_money_by_hand: what is paid and earned is kept with the balance, in its update.
create or replace function post_journal(
  p_kind movement_kind, p_booking_date date, p_value_date date, p_ledgers smallint[], p_accounts bigint[], p_amounts numeric[], p_key text, p_hash text,
  p_source text, p_description text default null, p_reverses bigint default null, p_user bigint default null, p_cvl text default null,
  p_acting_cvl text default null, p_request text default null, out journal_id bigint, out replayed boolean
) language plpgsql security definer set search_path from current set plan_cache_mode = auto as
$$
declare
  known_hash text;
  own_ids    bigint[] := '{}';
  own        record;
  own_id     bigint;
  credited   bigint;
  capital_in numeric;
  payable_in numeric;
  unkept     bigint[] := '{}';
begin
  for i in 1 .. cardinality(p_amounts) loop
    if p_amounts[i] <> round(p_amounts[i], 2) then
      raise exception 'amounts have two decimals' using errcode = 'AT005';
    end if;
    if p_accounts[i] is not null and p_accounts[i] <> all (own_ids) then
      own_ids := own_ids || p_accounts[i];
    end if;
  end loop;
  if cardinality(own_ids) > 1 then
    own_ids := array(select id from unnest(own_ids) id order by id);
  end if;
  replayed := false;
  -- Asked once, for the journal and the totals alike: a client that is handed over meanwhile is one manager's in both.
  -- What is taken back is taken from whom it was credited to, whose client it is by now.
  if is_captation(p_kind) and p_reverses is not null then
    select j.credited_to into credited from journal j where j.id = p_reverses;
  elsif is_captation(p_kind) then
    select c.manager_id into credited
      from account_balance b join client_list c on c.client_id = b.client_id
     where b.account_id = p_accounts[array_position(p_ledgers, 3::smallint)];
  end if;
  insert into journal (kind, booking_date, value_date, lines, idempotency_key, request_hash, reverses_id, description, source, created_by,
    credited_to)
  values (p_kind, p_booking_date, p_value_date, cardinality(p_ledgers), p_key, p_hash, p_reverses, p_description, p_source, p_user, credited)
  on conflict (idempotency_key) do nothing returning id into journal_id;
  if journal_id is null then
    select j.id, j.request_hash into journal_id, known_hash from journal j where j.idempotency_key = p_key;
    if known_hash <> p_hash then
      raise exception 'the key % was used for another movement', p_key using errcode = 'AT422';
    end if;
    replayed := true;
    return;
  end if;

  -- In id order, so that two journals over the same accounts can't wait for each other; and before the lines, whose foreign key locks the
  -- account too: two at once on one row would cost both of them a note of who they are.
  foreach own_id in array own_ids loop
    capital_in := null;
    payable_in := 0;
    for i in 1 .. cardinality(p_amounts) loop
      if p_accounts[i] = own_id and p_ledgers[i] = 3 then
        capital_in := coalesce(capital_in, 0) - p_amounts[i];
      elsif p_accounts[i] = own_id and p_ledgers[i] = 4 then
        payable_in := payable_in - p_amounts[i];
      end if;
    end loop;
    -- The list row follows with the totals: its indexes would cost each posting more than all the rest of it.
    update account_balance b
       set principal = b.principal + case when is_principal(p_kind) then coalesce(capital_in, 0) else 0 end,
           interest = b.interest + case when is_principal(p_kind) then 0 else coalesce(capital_in, 0) end,
           payable = b.payable + payable_in,
           interest_posted = b.interest_posted + case when p_kind = 'interest' then coalesce(capital_in, 0) + payable_in else 0 end,
           bonus_posted = b.bonus_posted + case when p_kind = 'bonus' then coalesce(capital_in, 0) + payable_in else 0 end,
           earned_parts = case when capital_in is null or b.earned_through = p_value_date then b.earned_parts
                               when b.earned_through < p_value_date
                               then b.earned_parts + 100 * greatest(b.balance, 0) * (
                                 select day_count_position(t.day_count, p_value_date) - day_count_position(t.day_count, b.earned_through)
                                   from account_terms t where t.account_id = own_id) end,
           earned_through = case when capital_in is null then b.earned_through when b.earned_through <= p_value_date then p_value_date end
     where b.account_id = own_id returning b.client_id, b.product_id, b.earned_through into own;
    if found and capital_in is not null then
      -- On a day before what is kept: only all postings tell.
      if own.earned_through is null then
        unkept := unkept || own_id;
      end if;
      insert into total_delta (booking_date, kind, product_id, manager_id, client_id, amount, movements)
      values (p_booking_date, p_kind, own.product_id,
              coalesce(case when is_captation(p_kind) then credited
                            else (select c.manager_id from client_list c where c.client_id = own.client_id) end, 0),
              own.client_id, capital_in, 1);
    end if;
  end loop;

  insert into posting (journal_id, line, ledger, account_id, amount, booking_date)
  select post_journal.journal_id, l.line, l.ledger, l.account_id, l.amount, p_booking_date
    from unnest(p_ledgers, p_accounts, p_amounts) with ordinality as l (ledger, account_id, amount, line);

  if unkept <> '{}' then
    perform keep_earnings(unkept);
  end if;

  -- Money that somebody says has come: until the bank says so too, what it earns stays here.
  if p_kind = 'contribution' and p_source = 'manual' and p_reverses is null then
    insert into unconfirmed_contribution (account_id, journal_id, amount, noted_on) values (own_ids[1], journal_id, capital_in, p_booking_date);
  end if;

  insert into audit_event (user_id, cvl, acting_cvl, action, entity, entity_id, after, request_id)
  values (p_user, p_cvl, p_acting_cvl, 'journal.posted', 'journal', journal_id,
          jsonb_build_object('kind', p_kind, 'bookingDate', p_booking_date, 'accounts', p_accounts, 'amounts', p_amounts), p_request);
end
$$;

-- Replaces post_movements of 0006_posting: as post_journal.
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
      from fresh f
      join account a on a.id = f.account_id
      join client_list c on c.client_id = a.client_id
     group by 1, 2, 3, 4
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

-- Replaces post_journals of 0014_interest: as post_journal.
create or replace function post_journals(p_journals jsonb, out n integer, out journal_id bigint) returns setof record
  language plpgsql security definer set search_path from current set plan_cache_mode to force_custom_plan as
$$
declare
  other text;
begin
  if exists (select from jsonb_to_recordset(p_journals) as i (kind movement_kind, amounts numeric[])
              where is_captation(i.kind) or exists (select from unnest(i.amounts) as u (amount) where u.amount <> round(u.amount, 2))) then
    raise exception 'amounts have two decimals, and captation is posted one by one' using errcode = 'AT005';
  end if;
  perform from account_balance b
    where b.account_id in (select unnest(i.accounts) from jsonb_to_recordset(p_journals) as i (accounts bigint[]))
    order by b.account_id for no key update;

  with incoming as materialized (
    select * from jsonb_to_recordset(p_journals) as i (n integer, kind movement_kind, booking_date date, value_date date, key text, hash text,
      source text, description text, ledgers smallint[], accounts bigint[], amounts numeric[])
  ), made as (
    insert into journal (kind, booking_date, value_date, lines, idempotency_key, request_hash, description, source)
    select i.kind, i.booking_date, i.value_date, cardinality(i.ledgers), i.key, i.hash, i.description, i.source from incoming i order by i.n
    on conflict (idempotency_key) do nothing returning id, idempotency_key
  ), fresh as materialized (
    select m.id, i.* from made m join incoming i on i.key = m.idempotency_key
  ), lines as materialized (
    select f.id, f.kind, f.booking_date, f.value_date, l.line, l.ledger, l.account_id, l.amount
      from fresh f cross join lateral unnest(f.ledgers, f.accounts, f.amounts) with ordinality as l (ledger, account_id, amount, line)
  ), legs as (
    insert into posting (journal_id, line, ledger, account_id, amount, booking_date)
    select id, line, ledger, account_id, amount, booking_date from lines
  ), earned as (
    select e.* from (select array_agg(account_id) as accounts, array_agg(value_date) as days, array_agg(-amount) as amounts
                       from lines where ledger = 3) l, lateral earnings_after(false, l.accounts, l.accounts, l.days, l.amounts) e
  ), balances as (
    update account_balance b set principal = b.principal + s.principal, interest = b.interest + s.interest, payable = b.payable + s.payable,
           interest_posted = b.interest_posted + s.interest_posted, bonus_posted = b.bonus_posted + s.bonus_posted,
           earned_through = case when s.capital then e.through else b.earned_through end,
           earned_parts = case when s.capital then e.parts else b.earned_parts end
      from (select account_id, coalesce(-sum(amount) filter (where ledger = 3 and is_principal(kind)), 0) as principal,
                   coalesce(-sum(amount) filter (where ledger = 3 and not is_principal(kind)), 0) as interest,
                   coalesce(-sum(amount) filter (where ledger = 4), 0) as payable, bool_or(ledger = 3) as capital,
                   coalesce(-sum(amount) filter (where kind = 'interest'), 0) as interest_posted,
                   coalesce(-sum(amount) filter (where kind = 'bonus'), 0) as bonus_posted
              from lines where account_id is not null group by account_id) s
      left join earned e on e.account_id = s.account_id
     where b.account_id = s.account_id
  ), totals as (
    insert into total_delta (booking_date, kind, product_id, manager_id, client_id, amount, movements)
    select l.booking_date, l.kind, a.product_id, coalesce(c.manager_id, 0), a.client_id, -sum(l.amount), count(distinct (l.id, l.account_id))
      from lines l join account a on a.id = l.account_id join client_list c on c.client_id = a.client_id
     where l.ledger = 3 group by 1, 2, 3, 4, 5
  )
  insert into audit_event (action, entity, entity_id, after)
  select 'journal.posted', 'journal', f.id,
         jsonb_build_object('kind', f.kind, 'bookingDate', f.booking_date, 'accounts', f.accounts, 'amounts', f.amounts)
    from fresh f order by f.n;
  perform keep_unkept_earnings(array(select unnest(i.accounts) from jsonb_to_recordset(p_journals) as i (accounts bigint[])));

  select i.key into other
    from jsonb_to_recordset(p_journals) as i (n integer, key text, hash text) join journal j on j.idempotency_key = i.key
   where j.request_hash <> i.hash order by i.n limit 1;
  if found then
    raise exception 'the key % was used for another movement', other using errcode = 'AT422', detail = other;
  end if;
  return query select i.n, j.id from jsonb_to_recordset(p_journals) as i (n integer, key text) join journal j on j.idempotency_key = i.key order by i.n;
end
$$;

alter function reverse_journals(bigint[], date, bigint) rename to write_reversals;
-- Replaces reverse_journals of 0021_mapped_import, which writes the journals under a name of its own now. A reversal has the value date of what it
-- takes back, so what its accounts were paid and have earned is kept anew.
create function reverse_journals(p_journals bigint[], p_booking_date date, p_user bigint) returns integer
  language plpgsql security definer set search_path from current set plan_cache_mode to auto as
$$
declare reversed integer := write_reversals(p_journals, p_booking_date, p_user);
begin
  perform keep_earnings(array(select distinct p.account_id from posting p where p.journal_id = any(p_journals) and p.account_id is not null));
  return reversed;
end
$$;
