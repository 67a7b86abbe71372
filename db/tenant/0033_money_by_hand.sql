-- Money noted by hand that no line of the bank has confirmed, how much of it somebody may note alone, and what a product lets come and leave
-- before its term is over.

create type early_withdrawal as enum ('none', 'part_with_penalty', 'free');
create type product_additions as enum ('none', 'within_days', 'always');

alter table product
  add column early_withdrawal early_withdrawal  not null default 'free',
  add column additions        product_additions not null default 'always',
  add column addition_days    smallint          check (addition_days between 1 and 366),
  add constraint product_addition_days check ((additions = 'within_days') = (addition_days is not null));
comment on column product.early_withdrawal is 'What may leave before the term is over: nothing but the whole of it by a cancellation, a part that pays the penalty and leaves the minimum, or anything.';
comment on column product.additions is 'Whether an open account takes more money: never, until addition_days after its opening, or always.';
update product
   set early_withdrawal = case when penalty_points > 0 and term_months is not null then 'none' else 'free' end::early_withdrawal,
       additions = case when family = 'fixed_term' or family = 'alliance' and term_months is not null then 'none' else 'always' end::product_additions;

alter table account_terms
  add column early_withdrawal early_withdrawal  not null default 'free',
  add column additions        product_additions not null default 'always',
  add column addition_days    smallint;
update account_terms t set early_withdrawal = p.early_withdrawal, additions = p.additions
  from account a join product p on p.id = a.product_id
 where a.id = t.account_id and (p.early_withdrawal, p.additions) is distinct from (t.early_withdrawal, t.additions);

create or replace function keep_account_terms() returns trigger language plpgsql security definer set search_path from current as
$$
begin
  insert into account_terms
  select i.id, p.day_count, p.payout, p.capitalised, p.accrues, p.penalty_points, p.earns_until_paid, p.early_withdrawal, p.additions, p.addition_days
    from incoming i join product p on p.id = i.product_id;
  return null;
end
$$;

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
  return null;
end
$$;

create table contribution_limit (
  role       text           not null,
  valid_from date           not null check (isfinite(valid_from)),
  amount     numeric(18, 2) check (amount >= 0),
  set_at     timestamptz    not null default now(),
  set_by     text,
  primary key (role, valid_from)
);
comment on table contribution_limit is 'How much money that no line of the bank has confirmed somebody of a role may note in one account without a second person, and may approve, from a day on; null = any. A role without a row: none.';
insert into contribution_limit (role, valid_from, amount) values
  ('direction', '2016-01-01', null), ('supervisor', '2016-01-01', 100000), ('admin', '2016-01-01', 25000),
  ('manager', '2016-01-01', 25000), ('banker', '2016-01-01', 25000);

-- Written by post_journal alone, which has just made what these would refer to: foreign keys would cost each posting and find nothing.
create table unconfirmed_contribution (
  account_id bigint         not null,
  journal_id bigint         not null,
  amount     numeric(18, 2) not null check (amount > 0),
  noted_on   date           not null,
  primary key (account_id, journal_id)
);
create index unconfirmed_contribution_by_journal on unconfirmed_contribution (journal_id);
create index unconfirmed_contribution_by_day on unconfirmed_contribution (noted_on, journal_id);
comment on table unconfirmed_contribution is 'Money noted by hand that is in no statement of the bank yet, in each account that it has come to: the one it was noted in, and those that went on with it at a maturity. A row goes once a line of the bank is matched with it, a second person vouches for it, or it is taken back. Empty when this came: what was noted before counts as confirmed.';

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
           payable = b.payable + payable_in
     where b.account_id = own_id returning b.client_id, b.product_id into own;
    if found and capital_in is not null then
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

  -- Money that somebody says has come: until the bank says so too, what it earns stays here.
  if p_kind = 'contribution' and p_source = 'manual' and p_reverses is null then
    insert into unconfirmed_contribution (account_id, journal_id, amount, noted_on) values (own_ids[1], journal_id, capital_in, p_booking_date);
  end if;

  insert into audit_event (user_id, cvl, acting_cvl, action, entity, entity_id, after, request_id)
  values (p_user, p_cvl, p_acting_cvl, 'journal.posted', 'journal', journal_id,
          jsonb_build_object('kind', p_kind, 'bookingDate', p_booking_date, 'accounts', p_accounts, 'amounts', p_amounts), p_request);
end
$$;

create function confirm_contributions() returns trigger language plpgsql security definer set search_path from current as
$$
begin
  delete from unconfirmed_contribution u using incoming i where u.journal_id = i.journal_id;
  return null;
end
$$;
create trigger bank_entry_journal_confirms after insert on bank_entry_journal
  referencing new table as incoming for each statement execute function confirm_contributions();

create function end_unconfirmed_contribution() returns trigger language plpgsql security definer set search_path from current as
$$
begin
  delete from unconfirmed_contribution where journal_id = new.reverses_id;
  return null;
end
$$;
create trigger journal_ends_unconfirmed after insert on journal
  for each row when (new.reverses_id is not null) execute function end_unconfirmed_contribution();

-- Money that nobody has seen stays so in the account that goes on with it.
create function carry_unconfirmed_contributions() returns trigger language plpgsql security definer set search_path from current as
$$
begin
  insert into unconfirmed_contribution (account_id, journal_id, amount, noted_on)
  select new.renewed_id, u.journal_id, u.amount, u.noted_on from unconfirmed_contribution u where u.account_id = new.account_id
  on conflict do nothing;
  return null;
end
$$;
create trigger maturity_carries_unconfirmed after insert or update of renewed_id on maturity
  for each row when (new.renewed_id is not null) execute function carry_unconfirmed_contributions();

