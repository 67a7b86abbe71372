-- The double-entry ledger. Append-only: a correction is a new journal that reverses the old one. Debit positive.

create type movement_kind as enum ('contribution', 'withdrawal', 'interest', 'bonus', 'withholding', 'transfer',
  'maturity', 'cancellation', 'penalty', 'fee', 'adjustment');

create table ledger_account (
  id    smallint primary key,
  code  text     not null unique,
  owned boolean  not null
);
comment on table ledger_account is 'Chart of accounts. "owned" lines name the client''s account; the others are the firm''s own and keep no balance row, so that no posting waits for another.';
insert into ledger_account (id, code, owned) values
  (1, 'bank', false), (2, 'unidentified_receipts', false), (3, 'client_capital', true), (4, 'client_payable', true),
  (5, 'interest_expense', false), (6, 'tax_payable', false), (7, 'penalty_income', false), (8, 'fee_income', false),
  (9, 'opening_balances', false);
create trigger ledger_account_is_append_only before update or delete on ledger_account for each statement execute function refuse_change();
create trigger ledger_account_is_not_truncated before truncate on ledger_account for each statement execute function refuse_change();

-- The other side of a movement that has only two lines; null where the kind needs more thought.
create function counter_ledger(p_kind movement_kind) returns smallint language sql immutable as
$$
  select case p_kind
    when 'contribution' then 1 when 'withdrawal' then 1 when 'transfer' then 1
    when 'interest' then 5 when 'bonus' then 5 when 'withholding' then 6
    when 'maturity' then 4 when 'cancellation' then 4
    when 'penalty' then 7 when 'fee' then 8 when 'adjustment' then 9 end::smallint
$$;

-- Interest, bonus and what is taken from them are not principal: capital = what was put in and not taken out.
create function is_principal(p_kind movement_kind) returns boolean language sql immutable as
$$ select p_kind not in ('interest', 'bonus', 'withholding', 'penalty', 'fee') $$;

-- New money, and what takes it away again. Renewals and transfers between a client's own accounts are neither.
create function is_captation(p_kind movement_kind) returns boolean language sql immutable as
$$ select p_kind in ('contribution', 'withdrawal', 'cancellation') $$;

create table ledger_period (
  only_row       boolean primary key default true check (only_row),
  closed_through date    not null default '-infinity'
);
comment on table ledger_period is 'Nothing is booked on or before closed_through, which a month close sets.';
insert into ledger_period default values;

create table journal (
  id              bigint        generated always as identity primary key,
  kind            movement_kind not null,
  booking_date    date          not null check (isfinite(booking_date)),
  value_date      date          not null check (isfinite(value_date)),
  recorded_at     timestamptz   not null default clock_timestamp(),
  lines           smallint      not null check (lines >= 2),
  idempotency_key text          not null check (length(idempotency_key) between 8 and 120),
  request_hash    text          not null,
  reverses_id     bigint        references journal,
  description     text          check (length(description) <= 500),
  source          text          not null,
  created_by      bigint,
  credited_to     bigint
);
comment on table journal is 'One event in the books. booking_date rules reports and totals; value_date rules interest. "lines" is how many postings it has: no more can ever be added.';
comment on column journal.credited_to is 'Of what captation counts: the client''s manager when it was booked, who keeps it wherever the client goes; null = nobody. The totals by manager say the same.';
create unique index journal_idempotency on journal (idempotency_key);
create unique index journal_reversed_once on journal (reverses_id) where reverses_id is not null;
-- Serve the rows of captation in a period, the newest first: of many people, told apart in the index itself; and of one, at any page.
create index journal_captation on journal (booking_date, id) include (credited_to, kind) where credited_to is not null;
create index journal_captation_of on journal (credited_to, booking_date, id) include (kind) where credited_to is not null;

-- A foreign key is a look-up for each line: those to the journal and to the chart took half of the time of an import. Both are append-only,
-- so nothing can go from under a line: that its journal is there, journal_balances sees for all lines at once; the chart is these numbers.
create table posting (
  journal_id   bigint         not null,
  line         smallint       not null check (line >= 1),
  ledger       smallint       not null check (ledger between 1 and 9),
  account_id   bigint         references account,
  amount       numeric(18, 2) not null check (amount <> 0),
  booking_date date           not null,
  primary key (journal_id, line),
  check ((account_id is not null) = (ledger in (3, 4)))
);
comment on table posting is 'One line of a journal. What stands in a client''s account is minus the sum of its client_capital lines.';
-- Serves the statement of an account and its balance on a date.
create index posting_by_account on posting (account_id, booking_date, journal_id, line) include (ledger, amount)
  where account_id is not null;

-- One check per statement over all the lines that came in, not one per row: an import inserts thousands.
-- Lines 1..n must all come at once, so a second statement for the same journal collides with the primary key; and the month must still be
-- open, so that a journal left without lines can't be filled later. What has no lines at all moves nothing: ledger verify names it.
create function assert_journals_balance() returns trigger language plpgsql as
$$
declare
  bad    bigint;
  closed boolean;
begin
  select l.journal_id, l.holds into bad, closed
    from (select l.journal_id, l.first_day, coalesce(l.total = 0 and l.lines = j.lines and l.last = j.lines
                   and l.first_day = j.booking_date and l.last_day = j.booking_date, false) as holds
            from (select journal_id, sum(amount) as total, count(*) as lines, max(line) as last, min(booking_date) as first_day, max(booking_date) as last_day
                    from incoming group by journal_id) l
            left join journal j on j.id = l.journal_id) l
    left join ledger_period p on true
   where not l.holds or l.first_day <= p.closed_through
   limit 1;
  if not found then
    return null;
  end if;
  if closed then
    raise exception 'the month of this booking date is closed' using errcode = 'AT004';
  end if;
  raise exception 'journal % is not there, does not balance, or these are not all its lines', bad using errcode = 'AT003';
end
$$;
create trigger journal_balances after insert on posting
  referencing new table as incoming for each statement execute function assert_journals_balance();

create function assert_period_open() returns trigger language plpgsql as
$$
begin
  if exists (select from incoming i, ledger_period p where i.booking_date <= p.closed_through) then
    raise exception 'the month of this booking date is closed' using errcode = 'AT004';
  end if;
  return null;
end
$$;
create trigger journal_period_is_open after insert on journal
  referencing new table as incoming for each statement execute function assert_period_open();

create trigger journal_is_append_only before update or delete on journal for each statement execute function refuse_change();
create trigger journal_is_not_truncated before truncate on journal for each statement execute function refuse_change();
create trigger posting_is_append_only before update or delete on posting for each statement execute function refuse_change();
create trigger posting_is_not_truncated before truncate on posting for each statement execute function refuse_change();

create table account_balance (
  account_id      bigint         primary key references account,
  client_id       bigint         not null,
  product_id      bigint         not null,
  may_be_negative boolean        not null,
  principal       numeric(18, 2) not null default 0,
  interest        numeric(18, 2) not null default 0,
  payable         numeric(18, 2) not null default 0,
  balance         numeric(18, 2) not null generated always as (principal + interest) stored,
  constraint account_balance_covers check (may_be_negative or principal + interest >= 0)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
comment on table account_balance is 'Derived from posting, in the same transaction. principal + interest = what stands in the account; payable = what is on its way out. The check is what no race can get past.';

create function open_account_balance() returns trigger language plpgsql security definer set search_path from current as
$$
begin
  insert into account_balance (account_id, client_id, product_id, may_be_negative)
  select i.id, i.client_id, i.product_id, p.may_be_negative from incoming i join product p on p.id = i.product_id;
  return null;
end
$$;
create trigger account_has_balance after insert on account
  referencing new table as incoming for each statement execute function open_account_balance();

-- Totals. Writers append a delta and never meet on a row; a fold adds them up every second, and readers add what is not folded yet.
create table total_delta (
  id           bigint         generated always as identity primary key,
  booking_date date           not null,
  kind         movement_kind  not null,
  product_id   bigint         not null,
  manager_id   bigint         not null,
  client_id    bigint,
  amount       numeric(18, 2) not null,
  movements    integer        not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
comment on table total_delta is 'What the totals don''t hold yet. amount = the movement as the client sees it, money in positive; manager_id 0 = nobody; client_id = whose list row is to be recomputed, null where the writer does that.';

create table total_month_product (
  month date not null, product_id bigint not null, kind movement_kind not null,
  amount numeric(18, 2) not null, movements bigint not null, primary key (month, product_id, kind));
create table total_month_manager (
  month date not null, manager_id bigint not null, product_id bigint not null, kind movement_kind not null,
  amount numeric(18, 2) not null, movements bigint not null, primary key (manager_id, month, product_id, kind));
create table total_day_product (
  day date not null, product_id bigint not null, kind movement_kind not null,
  amount numeric(18, 2) not null, movements bigint not null, primary key (day, product_id, kind));
-- Serves the captation of many people over months, without the other kinds.
create index total_month_manager_by_kind on total_month_manager (kind, month, manager_id) include (amount, movements);
comment on table total_month_product is 'Movements by month, product and kind; amount as the client sees it, money in positive.';
comment on table total_month_manager is 'The same by the manager at the time of booking; 0 = nobody.';
comment on table total_day_product is 'The same by day.';

-- A list row has a dozen indexes, so that writing it costs more than the posting which it follows: it waits here while many post at once.
create table client_list_due (
  id        bigint generated always as identity primary key,
  client_id bigint not null unique
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
comment on table client_list_due is 'Clients whose list row is to be recomputed, the one that has waited longest first.';

-- Adds the waiting deltas to the totals, recomputes the list rows of the clients in them, makes the sums of the list whole, and returns how
-- many deltas it took. List rows for which p_patience is too short stay due for the next time; null = all of them now.
-- Two at once: the second does nothing.
create function fold_totals(p_most integer default 100000, p_patience interval default null) returns integer
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
