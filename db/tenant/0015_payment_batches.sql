-- Money that leaves in one file: batches of orders to pay, what the firm lets each role ask for, and bank accounts too new to be paid to.

create type payment_batch_state as enum ('draft', 'waiting', 'approved', 'sending', 'sent', 'given_up');
create type payment_file_kind as enum ('pain.001', 'spei');

create table payment_batch (
  id               bigint              generated always as identity primary key,
  state            payment_batch_state not null default 'draft',
  file_kind        payment_file_kind   not null,
  pay_on           date                not null check (isfinite(pay_on)),
  orders           integer             not null default 0 check (orders >= 0),
  amount           numeric(18, 2)      not null default 0 check (amount >= 0),
  file             bytea,
  sha256           text,
  debtor           text,
  approval_id      bigint              references approval,
  idempotency_key  text                not null unique,
  request_hash     text                not null,
  made_by          bigint              not null,
  made_at          timestamptz         not null,
  check ((file is null) = (sha256 is null) and (file is null) = (debtor is null)),
  check (sha256 = encode(sha256(file), 'hex')),
  check (state in ('draft', 'given_up') or file is not null)
);
comment on table payment_batch is 'Orders that leave in one file for the bank. The file is written when a second person is asked, and is what they approve: from then on nobody changes a byte of it. debtor: the account of the firm that it is paid from. orders, amount: of what is in it, and of a batch that was given up what was.';
create index payment_batch_by_day on payment_batch (pay_on, id);
create index payment_batch_sending on payment_batch (id) where state = 'sending';

create function guard_payment_batch() returns trigger language plpgsql set search_path from current as
$$
begin
  if new.state <> old.state and not (old.state, new.state) in (
       ('draft', 'waiting'), ('waiting', 'draft'), ('waiting', 'approved'), ('approved', 'sending'), ('sending', 'sent'),
       ('draft', 'given_up'), ('waiting', 'given_up'), ('approved', 'given_up')) then
    raise exception 'a batch does not go from % to %', old.state, new.state using errcode = 'AT006';
  end if;
  if old.state in ('approved', 'sending', 'sent', 'given_up') and (new.file, new.sha256, new.debtor, new.pay_on, new.file_kind, new.orders, new.amount)
       is distinct from (old.file, old.sha256, old.debtor, old.pay_on, old.file_kind, old.orders, old.amount) then
    raise exception 'what was approved does not change' using errcode = 'AT006';
  end if;
  return new;
end
$$;
create trigger payment_batch_is_guarded before update on payment_batch for each row execute function guard_payment_batch();

create table payment_batch_step (
  batch_id bigint              not null references payment_batch,
  step     smallint            not null check (step >= 1),
  state    payment_batch_state not null,
  at       timestamptz         not null,
  user_id  bigint,
  reason   text                check (length(reason) between 3 and 500),
  primary key (batch_id, step)
);
comment on table payment_batch_step is 'What a batch has been through, one row for each state it came into. Only grows.';
create trigger payment_batch_step_is_append_only before update or delete on payment_batch_step for each statement execute function refuse_change();
create trigger payment_batch_step_is_not_truncated before truncate on payment_batch_step for each statement execute function refuse_change();

alter table payment_order
  add column batch_id     bigint references payment_batch,
  add column clearance_id bigint references approval,
  add column return_code  text check (length(return_code) between 2 and 10),
  add constraint payment_order_in_batch check (state not in ('in_batch', 'sent') or batch_id is not null),
  add constraint payment_order_of_batch check (batch_id is null or state in ('in_batch', 'sent', 'paid', 'returned'));
comment on column payment_order.clearance_id is 'The second person''s word that it may leave in spite of what would make it wait: a bank account that is too new, a client who is paid with approval only.';
comment on column payment_order.return_code is 'Why the bank sent it back, as ISO 20022 has it.';
create index payment_order_by_batch on payment_order (batch_id, id) where batch_id is not null;

-- As before, and: an order goes into a batch that is a draft, out of one that is a draft or given up, and is sent with one that is being
-- sent. Where it goes doesn't change once it is in one.
create or replace function hold_payment() returns trigger language plpgsql security definer set search_path from current as
$$
declare
  held  numeric := 0;
  holds constant payment_state[] := array['requested', 'approved', 'in_batch'];
begin
  if tg_op = 'UPDATE' then
    if (new.kind, new.account_id, new.client_id, new.amount, new.journal_id) is distinct from
       (old.kind, old.account_id, old.client_id, old.amount, old.journal_id)
       or new.bank_account_id is distinct from old.bank_account_id and old.state not in ('requested', 'approved') then
      raise exception 'what an order is about does not change' using errcode = 'AT006';
    end if;
    if new.state <> old.state and not (old.state, new.state) in (
         ('requested', 'approved'), ('requested', 'rejected'), ('requested', 'canceled'), ('approved', 'in_batch'), ('approved', 'canceled'),
         ('in_batch', 'approved'), ('in_batch', 'sent'), ('sent', 'paid'), ('sent', 'returned'), ('paid', 'returned')) then
      raise exception 'an order does not go from % to %', old.state, new.state using errcode = 'AT006';
    end if;
    if old.state = 'in_batch' and new.state <> 'approved' and new.batch_id is distinct from old.batch_id
       or (old.state, new.state) in (('approved', 'in_batch'), ('in_batch', 'approved'), ('in_batch', 'sent'))
       and not exists (select from payment_batch b where b.id = coalesce(new.batch_id, old.batch_id)
                          and (new.state = 'in_batch' and b.state = 'draft' or new.state = 'approved' and b.state in ('draft', 'given_up')
                               or new.state = 'sent' and b.state = 'sending')) then
      raise exception 'the batch of the order does not let it go from % to %', old.state, new.state using errcode = 'AT006';
    end if;
    held := case when old.state = any(holds) then -old.amount else 0 end;
  end if;
  held := held + case when new.state = any(holds) then new.amount else 0 end;
  if held <> 0 then
    update account_balance
       set reserved = reserved + case when new.kind = 'withdrawal' then held else 0 end,
           ordered = ordered + case when new.kind = 'withdrawal' then 0 else held end
     where account_id = new.account_id;
  end if;
  return null;
end
$$;

alter table client_bank_account add column known_since timestamptz not null default '2000-01-01Z';
alter table client_bank_account alter column known_since set default now();
comment on column client_bank_account.known_since is 'When this number was first here, or last changed: payments to one that is too new wait.';

create function date_bank_account() returns trigger language plpgsql set search_path from current as
$$
begin
  if new.number <> old.number and new.known_since = old.known_since then
    new.known_since := now();
  end if;
  return new;
end
$$;
create trigger client_bank_account_is_dated before update on client_bank_account for each row execute function date_bank_account();

-- An IBAN, or in Mexico a CLABE, whose check digits are right.
create function is_bank_number(p_number text, p_mexican boolean) returns boolean language sql immutable set search_path from current as
$$
  select case
    when p_mexican then p_number ~ '^[0-9]{18}$' and (
      select (10 - sum((d::int * (array[3, 7, 1])[(n - 1) % 3 + 1]) % 10) % 10) % 10
        from regexp_split_to_table(left(p_number, 17), '') with ordinality as t (d, n)) = right(p_number, 1)::int
    else p_number ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$' and (
      select string_agg(case when c ~ '[0-9]' then c else (ascii(c) - 55)::text end, '' order by n)::numeric
        from regexp_split_to_table(substr(p_number, 5) || left(p_number, 4), '') with ordinality as t (c, n)) % 97 = 1
  end
$$;

create table withdrawal_limit (
  role       text           not null,
  valid_from date           not null check (isfinite(valid_from)),
  amount     numeric(18, 2) check (amount >= 0),
  set_at     timestamptz    not null default now(),
  set_by     text,
  primary key (role, valid_from)
);
comment on table withdrawal_limit is 'The largest withdrawal that somebody of a role may ask for without a second person, and may approve, from a day on; null = any. A role without a row: none.';
insert into withdrawal_limit (role, valid_from, amount) values
  ('direction', '2016-01-01', null), ('supervisor', '2016-01-01', 50000), ('admin', '2016-01-01', 5000),
  ('manager', '2016-01-01', 5000), ('banker', '2016-01-01', 5000), ('advisor', '2016-01-01', 1000);

alter table bonus_limit
  add column set_at timestamptz not null default now(),
  add column set_by text;
