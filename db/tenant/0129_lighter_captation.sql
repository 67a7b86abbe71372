-- Posting pays less for what is kept with it: one movement is credited where all that it needs is at hand, and one trigger looks for what else the
-- lines that came in ask for. See docs/decisions/0173-attribution.md

-- Serves whether money was paid out of an account lately, without the lines of what came in, which are many where much is booked.
create index posting_paid_out on posting (account_id, booking_date) where ledger = 3 and amount > 0;

-- The rule of attribution that holds for a product and a channel on a day; none where the manager is credited with all.
create function attribution_on(p_product bigint, p_channel client_channel, p_day date)
  returns table (partner numeric, advisor numeric, banker numeric) language sql stable as
$$
  select u.partner, u.advisor, u.banker from attribution_rule u
   where u.valid_from <= p_day and (u.product_id is null or u.product_id = p_product) and (u.channel is null or u.channel = p_channel)
   order by u.product_id is null, u.channel is null, u.valid_from desc limit 1
$$;

-- Payouts to a holder of the account in the days before: what comes in after one is no new money.
create function payouts_before(p_account bigint, p_day date) returns table (journal_id bigint) language sql stable as
$$
  select q.journal_id
    from account_holder own
    join account_holder other on other.client_id = own.client_id and other.role <> 'authorised'
    join posting q on q.account_id = other.account_id and q.ledger = 3 and q.amount > 0 and q.booking_date <= p_day
                  and q.booking_date >= p_day - coalesce((select value::integer from setting where key = 'captation.reinvestmentDays'), 30)
    join journal k on k.id = q.journal_id and k.kind in ('withdrawal', 'maturity', 'cancellation') and k.reverses_id is null
   where own.account_id = p_account and own.role <> 'authorised'
$$;

-- The parts of an amount, by the people of the client and the shares of the rule (null: none holds). The part of somebody whom the client doesn't
-- have is the manager's, and what rounding leaves is the last one's.
create function captation_parts(p_amount numeric, p_manager bigint, p_partner bigint, p_advisor bigint, p_banker bigint,
  p_partner_share numeric, p_advisor_share numeric, p_banker_share numeric)
  returns table (place integer, role staff_role, employee_id bigint, share numeric, amount numeric) language sql immutable as
$$
  select s.place, s.role, s.employee_id, s.share, round(p_amount * s.through / 100, 2) - round(p_amount * (s.through - s.share) / 100, 2)
    from (select case when p_partner is null then 0 else coalesce(p_partner_share, 0) end as partner,
                 case when p_advisor is null then 0 else coalesce(p_advisor_share, 0) end as advisor,
                 case when p_banker is null then 0 else coalesce(p_banker_share, 0) end as banker) o
   cross join lateral (values
     (0, 'manager'::staff_role, p_manager, 100 - o.partner - o.advisor - o.banker, 100 - o.partner - o.advisor - o.banker),
     (1, 'partner', p_partner, o.partner, 100 - o.advisor - o.banker),
     (2, 'advisor', p_advisor, o.advisor, 100 - o.banker),
     (3, 'banker', p_banker, o.banker, 100)) as s (place, role, employee_id, share, through)
   where s.share > 0
$$;

-- Replaces write_captation of 0122_captation: what the rules are stands in functions that post_journal reads too.
create or replace function write_captation(p_journals bigint[]) returns void
  language plpgsql security definer set search_path from current as
$$
begin
  with written as (
    insert into captation (journal_id, n, account_id, booking_date, kind, is_new, type, role, employee_id, share, amount)
    select j.id, l.line * 4 + s.place, l.account_id, j.booking_date, j.kind,
           j.kind = 'contribution' and not exists (select from payouts_before(l.account_id, j.booking_date)),
           captation_type_of(p.family, cl.channel), s.role, s.employee_id, s.share, s.amount
      from journal j
      join posting l on l.journal_id = j.id and l.ledger = 3
      join account a on a.id = l.account_id
      join product p on p.id = a.product_id
      join client cl on cl.id = a.client_id
      join client_list c on c.client_id = a.client_id
      left join lateral attribution_on(a.product_id, cl.channel, j.booking_date) r on true
     cross join lateral captation_parts(-l.amount, j.credited_to, c.partner_id, c.advisor_id, c.banker_id, r.partner, r.advisor, r.banker) s
     where j.id = any(p_journals) and is_captation(j.kind) and j.reverses_id is null
    on conflict do nothing returning *
  )
  insert into captation_delta select booking_date, coalesce(employee_id, 0), kind, is_new, type, amount, 1 from written;
  with taken as (
    insert into captation (journal_id, n, account_id, booking_date, kind, is_new, type, role, employee_id, share, amount)
    select j.id, t.n, t.account_id, j.booking_date, t.kind, t.is_new, t.type, t.role, t.employee_id, t.share, -t.amount
      from journal j join captation t on t.journal_id = j.reverses_id
     where j.id = any(p_journals)
    on conflict do nothing returning *
  )
  insert into captation_delta select booking_date, coalesce(employee_id, 0), kind, is_new, type, amount, 1 from taken;
end
$$;

-- A plan for the journals at hand would take longer than to credit them: one plan serves however many there are.
create function write_captation_by_one_plan(p_journals bigint[]) returns void
  language sql security definer set search_path from current set plan_cache_mode to force_generic_plan as
$$ select write_captation(p_journals) $$;

-- Whatever writes the lines of a journal, in whatever way: what captation counts has its parts with them, and money in accounts that are not open is
-- counted. One look tells that mostly nothing is left to do. Each part of it finds its row by key, however large the books have grown since it was
-- planned, and however many lines came first.
create function keep_what_follows() returns trigger language plpgsql as
$$
declare
  uncredited bigint[];
  idle       boolean;
begin
  select array_agg(l.journal_id) filter (where l.uncredited), bool_or(l.idle) into uncredited, idle
    from (select i.journal_id,
                 is_captation((select j.kind from journal j where j.id = i.journal_id))
                 and (select c.n from captation c where c.journal_id = i.journal_id limit 1) is null as uncredited,
                 (select a.status = 'active' and a.opened_on <= i.booking_date from account a where a.id = i.account_id) is not true as idle
            from incoming i where i.ledger = 3) l;
  if uncredited is not null then
    perform write_captation_by_one_plan(uncredited);
  end if;
  if idle then
    insert into stock_delta (day, product_id, idle_principal, idle_balance, opened)
    select e.day, a.product_id, sum(e.sign * case when is_principal(j.kind) then -i.amount else 0 end), sum(e.sign * -i.amount), 0
      from incoming i
      join account a on a.id = i.account_id
      join journal j on j.id = i.journal_id
     cross join lateral stock_events(stock_begins(a.status, a.opened_on, a.closed_on), a.closed_on, i.booking_date) e
     where i.ledger = 3 and (a.status = 'active' and a.opened_on <= i.booking_date) is not true
     group by e.day, a.product_id;
  end if;
  return null;
end
$$;
drop trigger posting_is_credited on posting;
drop trigger posting_is_in_stock on posting;
drop function credit_journals();
drop function keep_stock_of_lines();
create trigger posting_is_kept after insert on posting
  referencing new table as incoming for each statement execute function keep_what_follows();

-- Replaces post_journal of 0061_kept_interest: who is credited with a movement is written here, not looked up again by the trigger of its lines.
create or replace function post_journal(
  p_kind movement_kind, p_booking_date date, p_value_date date, p_ledgers smallint[], p_accounts bigint[], p_amounts numeric[], p_key text, p_hash text,
  p_source text, p_description text default null, p_reverses bigint default null, p_user bigint default null, p_cvl text default null,
  p_acting_cvl text default null, p_request text default null, out journal_id bigint, out replayed boolean
) language plpgsql security definer set search_path from current set plan_cache_mode = auto as
$$
declare
  known_hash   text;
  own_ids      bigint[] := '{}';
  own          record;
  own_id       bigint;
  whose        record;
  credited     bigint;
  capital_line integer  := array_position(p_ledgers, 3::smallint);
  is_new       boolean;
  capital_in   numeric;
  payable_in   numeric;
  unkept       bigint[] := '{}';
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
    select c.manager_id, c.partner_id, c.advisor_id, c.banker_id, captation_type_of(p.family, cl.channel) as type, r.partner, r.advisor, r.banker
      into whose
      from account_balance b
      join client_list c on c.client_id = b.client_id
      join client cl on cl.id = b.client_id
      join product p on p.id = b.product_id
      left join lateral attribution_on(b.product_id, cl.channel, p_booking_date) r on true
     where b.account_id = p_accounts[capital_line];
    credited := whose.manager_id;
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

  -- What has one line in an account is credited here, where all of it is at hand; the trigger credits what is not.
  if is_captation(p_kind) and p_reverses is null and capital_line is not null and p_accounts[capital_line] is not null
     and array_position(p_ledgers, 3::smallint, capital_line + 1) is null then
    is_new := p_kind = 'contribution' and not exists (select from payouts_before(p_accounts[capital_line], p_booking_date));
    insert into captation (journal_id, n, account_id, booking_date, kind, is_new, type, role, employee_id, share, amount)
    select post_journal.journal_id, capital_line * 4 + s.place, p_accounts[capital_line], p_booking_date, p_kind, is_new, whose.type, s.role, s.employee_id, s.share, s.amount
      from captation_parts(-p_amounts[capital_line], credited, whose.partner_id, whose.advisor_id, whose.banker_id, whose.partner, whose.advisor, whose.banker) s;
    insert into captation_delta (booking_date, employee_id, kind, is_new, type, amount, parts)
    select p_booking_date, coalesce(s.employee_id, 0), p_kind, is_new, whose.type, s.amount, 1
      from captation_parts(-p_amounts[capital_line], credited, whose.partner_id, whose.advisor_id, whose.banker_id, whose.partner, whose.advisor, whose.banker) s;
  end if;

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
