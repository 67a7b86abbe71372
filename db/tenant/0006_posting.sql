-- The only two ways into the ledger for the application: one journal of any lines, or many two-line movements at once.

-- Posts one journal with all that follows from it: lines, balances, totals, audit. One transaction, one round trip.
-- The client's list row is recomputed when the totals are folded; a writer whose reader waits calls refresh_client_list itself.
-- p_ledgers, p_accounts, p_amounts: one element a line, debit positive, accounts null for the firm's own ledgers.
-- The same key with the same hash answers the journal of the first time; with another hash it is refused (AT422).
create function post_journal(
  p_kind movement_kind, p_booking_date date, p_value_date date, p_ledgers smallint[], p_accounts bigint[], p_amounts numeric[],
  p_key text, p_hash text, p_source text, p_description text default null, p_reverses bigint default null,
  p_user bigint default null, p_cvl text default null, p_acting_cvl text default null, p_request text default null,
  out journal_id bigint, out replayed boolean)
  language plpgsql security definer set search_path from current set plan_cache_mode to auto as
$$
declare
  known_hash text;
  amount     numeric;
  own        record;
  credited   bigint;
begin
  foreach amount in array p_amounts loop
    if amount <> round(amount, 2) then
      raise exception 'amounts have two decimals' using errcode = 'AT005';
    end if;
  end loop;
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
  for own in
    select u.account_id as id, -sum(u.amount) filter (where u.ledger = 3) as capital, -sum(u.amount) filter (where u.ledger = 4) as payable
      from unnest(p_ledgers, p_accounts, p_amounts) as u (ledger, account_id, amount)
     where u.account_id is not null group by u.account_id order by u.account_id
  loop
    -- The list row follows with the totals: its indexes would cost each posting more than all the rest of it.
    with moved as (
      update account_balance b
         set principal = b.principal + case when is_principal(p_kind) then coalesce(own.capital, 0) else 0 end,
             interest = b.interest + case when is_principal(p_kind) then 0 else coalesce(own.capital, 0) end,
             payable = b.payable + coalesce(own.payable, 0)
       where b.account_id = own.id returning b.client_id, b.product_id
    )
    insert into total_delta (booking_date, kind, product_id, manager_id, client_id, amount, movements)
    select p_booking_date, p_kind, m.product_id, coalesce(case when is_captation(p_kind) then credited else c.manager_id end, 0), m.client_id,
           own.capital, 1
      from moved m join client_list c on c.client_id = m.client_id
     where own.capital is not null;
  end loop;

  insert into posting (journal_id, line, ledger, account_id, amount, booking_date)
  select post_journal.journal_id, l.line, l.ledger, l.account_id, l.amount, p_booking_date
    from unnest(p_ledgers, p_accounts, p_amounts) with ordinality as l (ledger, account_id, amount, line);

  insert into audit_event (user_id, cvl, acting_cvl, action, entity, entity_id, after, request_id)
  values (p_user, p_cvl, p_acting_cvl, 'journal.posted', 'journal', journal_id,
          jsonb_build_object('kind', p_kind, 'bookingDate', p_booking_date, 'accounts', p_accounts, 'amounts', p_amounts), p_request);
end
$$;

-- Posts many movements of two lines each: the client's account and the counter account of the kind. For imports: set-based.
-- p_amounts: as the client sees them, money in positive. Known keys are skipped when their hash agrees, else AT422 names one.
-- The list row and the caller's audit row are the caller's: refresh_client_list once at the end, one audit row per import.
create function post_movements(
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
    select made.id, i.account_id, i.kind, i.amount, i.booking_date from made join incoming i on i.key = made.idempotency_key
  ), legs as (
    insert into posting (journal_id, line, ledger, account_id, amount, booking_date)
    select f.id, l.line, case l.line when 1 then 3 else counter_ledger(f.kind) end, case l.line when 1 then f.account_id end,
           case l.line when 1 then -f.amount else f.amount end, f.booking_date
      from fresh f
     cross join (values (1), (2)) as l (line)
  ), balances as (
    update account_balance b set principal = b.principal + s.principal, interest = b.interest + s.interest
      from (select account_id, coalesce(sum(amount) filter (where is_principal(kind)), 0) as principal,
                   coalesce(sum(amount) filter (where not is_principal(kind)), 0) as interest
              from fresh group by account_id) s
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

  select i.key into other
    from unnest(p_keys, p_hashes) with ordinality as i (key, hash, n)
    join journal j on j.idempotency_key = i.key
   where j.request_hash <> i.hash order by i.n limit 1;
  if found then
    raise exception 'the key % was used for another movement', other using errcode = 'AT422', detail = other;
  end if;
end
$$;

-- Recomputes the narrow rows of these clients from the records they are derived from; all of them if null, and then their sums too.
-- A plan for either would read every client for a few.
create function refresh_client_list(p_clients bigint[] default null) returns integer
  language plpgsql security definer set search_path from current set plan_cache_mode to force_custom_plan as
$$
declare
  written integer;
begin
  if p_clients is null then
    perform pg_advisory_xact_lock(hashtext('fold_totals'), hashtext(current_schema()));
  end if;
  -- First the rows, in order: what is computed below is newer than what anybody else has written into them.
  perform from client_list l where p_clients is null or l.client_id = any(p_clients) order by l.client_id for no key update;
  insert into client_list as t (client_id, name_sort, cvl, country, zone_id, manager_id, partner_id, advisor_id, banker_id, kyc_status,
    address_status, dni_valid_until, registered_on, is_company, is_alliance, is_joint, smart_contributions, smart_movements,
    active_accounts, has_pending, has_expired, has_canceled, capital, balance)
  select c.id, s.name_text, c.cvl, c.country, c.zone_id, l.manager_id, l.partner_id, l.advisor_id, l.banker_id, c.kyc_status,
         c.address_status, c.dni_valid_until, c.registered_on, c.kind = 'company', c.channel = 'alliance',
         coalesce(h.joint, false), coalesce(h.plan, false), coalesce(h.moved, false),
         coalesce(h.active, 0), coalesce(h.pending, false), coalesce(h.expired, false), coalesce(h.canceled, false),
         coalesce(m.capital, 0), coalesce(m.balance, 0)
    from client c
    join client_search s on s.client_id = c.id
    left join lateral (
      select max(employee_id) filter (where role = 'manager') as manager_id, max(employee_id) filter (where role = 'partner') as partner_id,
             max(employee_id) filter (where role = 'advisor') as advisor_id, max(employee_id) filter (where role = 'banker') as banker_id
        from client_staff where client_id = c.id and valid_to is null
    ) l on true
    left join lateral (
      select count(*) filter (where a.status = 'active') as active, bool_or(a.status in ('pending', 'draft')) as pending,
             bool_or(a.status = 'expired') as expired, bool_or(a.status = 'canceled') as canceled,
             bool_or(p.family = 'smart' and a.status = 'active' and a.contribution_plan) as plan,
             bool_or(p.family = 'smart' and exists (select from posting where account_id = a.id)) as moved,
             bool_or(exists (select from account_holder o where o.account_id = a.id and o.client_id <> c.id and o.role <> 'authorised')) as joint
        from account_holder h join account a on a.id = h.account_id join product p on p.id = a.product_id
       where h.client_id = c.id and h.role <> 'authorised'
    ) h on true
    left join lateral (
      select sum(b.principal) filter (where a.status = 'active') as capital, sum(b.balance) as balance
        from account a join account_balance b on b.account_id = a.id where a.client_id = c.id
    ) m on true
   where p_clients is null or c.id = any(p_clients)
  on conflict (client_id) do update set
    (name_sort, cvl, country, zone_id, manager_id, partner_id, advisor_id, banker_id, kyc_status, address_status, dni_valid_until,
     registered_on, is_company, is_alliance, is_joint, smart_contributions, smart_movements, active_accounts, has_pending, has_expired,
     has_canceled, capital, balance) =
    (excluded.name_sort, excluded.cvl, excluded.country, excluded.zone_id, excluded.manager_id, excluded.partner_id, excluded.advisor_id,
     excluded.banker_id, excluded.kyc_status, excluded.address_status, excluded.dni_valid_until, excluded.registered_on,
     excluded.is_company, excluded.is_alliance, excluded.is_joint, excluded.smart_contributions, excluded.smart_movements,
     excluded.active_accounts, excluded.has_pending, excluded.has_expired, excluded.has_canceled, excluded.capital, excluded.balance)
  where t is distinct from excluded;
  get diagnostics written = row_count;
  if p_clients is null then
    with gone as (delete from client_list_sum)
    insert into client_list_sum
    select zone_id, country, kyc_status, address_status, least(active_accounts, 1), is_company, is_alliance, is_joint, smart_contributions,
           smart_movements, has_pending, has_expired, has_canceled, count(*), sum(capital_cents), sum(balance_cents), true
      from client_list group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13;
  end if;
  return written;
end
$$;

-- A new CVL of this prefix: its letter and seven digits. Never given twice, not even after a rollback.
create function next_cvl(p_letter char(1)) returns text language plpgsql security definer set search_path from current as
$$
declare
  fresh text := p_letter || lpad(nextval('cvl_number')::text, 7, '0');
begin
  insert into cvl (code) values (fresh);
  return fresh;
end
$$;
