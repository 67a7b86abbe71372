-- A posting pays less for itself. Of its time in the database an eighth went to rules of single columns, which PostgreSQL reads anew from their
-- text at each statement, a fifth to a cursor over one account, a sixth to two triggers that ask the same.

-- In a closed month no line comes, and so no journal: the trigger of the lines asks for both, and for what each of them must be.
drop trigger journal_period_is_open on journal;
drop function assert_period_open();
alter table journal
  drop constraint journal_idempotency_key_check,
  drop constraint journal_description_check,
  drop constraint journal_lines_check,
  drop constraint journal_booking_date_check,
  drop constraint journal_value_date_check;
alter table posting
  drop constraint posting_check,
  drop constraint posting_ledger_check,
  drop constraint posting_amount_check,
  drop constraint posting_line_check;

create or replace function assert_journals_balance() returns trigger language plpgsql as
$$
declare
  bad    bigint;
  closed boolean;
begin
  select l.journal_id, l.first_day <= l.closed_through into bad, closed
    from (select journal_id, sum(amount) as total, count(*) as lines, min(line) as first, max(line) as last, min(booking_date) as first_day,
                 max(booking_date) as last_day, (select closed_through from ledger_period) as closed_through,
                 bool_and(amount <> 0 and ledger between 1 and 9 and (account_id is not null) = (ledger between 3 and 4)) as sound
            from incoming group by journal_id) l
   where l.first_day <= l.closed_through or not coalesce((
           select l.sound and l.total = 0 and l.lines = j.lines and l.first = 1 and l.last = j.lines and j.lines >= 2
                  and l.first_day = j.booking_date and l.last_day = j.booking_date and isfinite(j.booking_date) and isfinite(j.value_date)
                  and length(j.idempotency_key) between 8 and 120 and coalesce(length(j.description), 0) <= 500
             from journal j where j.id = l.journal_id), false);
  if not found then
    return null;
  end if;
  if closed then
    raise exception 'the month of this booking date is closed' using errcode = 'AT004';
  end if;
  raise exception 'journal % is not there, does not balance, or these are not all its lines, each on its account', bad using errcode = 'AT003';
end
$$;

-- One index serves the journals of a month and the captation in it.
drop index journal_captation;
drop index journal_by_day;
create index journal_by_day on journal (booking_date, id) include (credited_to, kind);

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

  insert into audit_event (user_id, cvl, acting_cvl, action, entity, entity_id, after, request_id)
  values (p_user, p_cvl, p_acting_cvl, 'journal.posted', 'journal', journal_id,
          jsonb_build_object('kind', p_kind, 'bookingDate', p_booking_date, 'accounts', p_accounts, 'amounts', p_amounts), p_request);
end
$$;
