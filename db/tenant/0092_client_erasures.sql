-- Erasure of a person: what was asked for, how long the firm has to keep the data, and what the database lets an erasure change.

create type client_erasure_state as enum ('scheduled', 'due', 'asked', 'done', 'withdrawn');

alter table client
  add restricted_at timestamptz,
  add erased_at     timestamptz,
  add constraint client_erased_is_restricted check (erased_at is null or restricted_at is not null);
comment on column client.restricted_at is 'Since when their data is only kept: the person asked for its erasure. Nothing new begins with them, and nothing is sent to them.';
comment on column client.erased_at is 'When the person was erased: the record names nobody any more.';

create table retention_period (
  valid_from date        primary key check (isfinite(valid_from)),
  years      smallint    not null check (years between 1 and 50),
  source     text        not null check (length(source) between 3 and 500),
  set_at     timestamptz not null default now(),
  set_by     text
);
comment on table retention_period is 'For how many years after the end of a relationship the data of a client is kept, from a day on, and by which rule.';
insert into retention_period (valid_from, years, source) values ('2000-01-01', 10, 'PBC/FT');

create table client_erasure (
  id              bigint               generated always as identity primary key,
  client_id       bigint               not null references client,
  state           client_erasure_state not null,
  requested_on    date                 not null,
  reason          text                 not null check (length(reason) between 3 and 500),
  ended_on        date,
  due_on          date                 not null,
  asked_by        bigint               not null,
  asked_at        timestamptz          not null,
  notified_at     timestamptz,
  approval_id     bigint               references approval,
  withdrawn_at    timestamptz,
  withdrawn_by    bigint,
  withdraw_reason text                 check (length(withdraw_reason) between 3 and 500),
  done_at         timestamptz,
  done_by         bigint,
  file_ids        uuid[]               not null default '{}',
  transaction     xid8,
  check ((state = 'done') = (done_at is not null)),
  check ((state = 'withdrawn') = (withdrawn_at is not null)),
  check ((withdrawn_at is null) = (withdraw_reason is null)),
  check (state <> 'asked' or approval_id is not null)
);
comment on table client_erasure is 'A request of a person to be erased. scheduled: the firm has to keep the data until due_on; due: it may be erased; asked: a second person is asked for their word. requested_on: when the person asked. ended_on: when the relationship ended, null where there never was one. file_ids: contents that the erasure let go of. transaction: the one that erases.';
create unique index client_erasure_open on client_erasure (client_id) where state in ('scheduled', 'due', 'asked');
create index client_restricted on client (id) where restricted_at is not null;
create index client_erasure_by_client on client_erasure (client_id, id);
create index client_erasure_by_day on client_erasure (due_on, id);
create index client_erasure_by_approval on client_erasure (approval_id) where approval_id is not null;

-- Whether this transaction erases somebody.
create function is_erasing() returns boolean language sql stable set search_path from current as
$$
  select exists (select from client_erasure e where e.transaction = pg_current_xact_id_if_assigned())
$$;

-- Replaces refuse_change of 0001_staff: an erasure takes words and names out of rows that otherwise stay as they were written. Amounts, days and
-- states are no part of what it sets, and only functions of the owner do so.
create or replace function refuse_change() returns trigger language plpgsql set search_path from current as
$$
begin
  if tg_op = 'UPDATE' and tg_table_name in ('audit_event', 'journal', 'payment_step', 'retention_action') and is_erasing()
     or tg_op = 'DELETE' and tg_table_name = 'presentation_version' and is_erasing() then
    return null;
  end if;
  raise exception '% is append-only: % refused', tg_table_name, lower(tg_op)
    using errcode = 'AT001', hint = 'Correct by adding a reversal, never by changing what was written.';
end
$$;

drop trigger cancellation_quote_stays on cancellation_quote;
create trigger cancellation_quote_stays before update on cancellation_quote
  for each row when (not is_erasing()) execute function guard_cancellation_quote();
drop trigger client_bank_account_is_dated on client_bank_account;
create trigger client_bank_account_is_dated before update on client_bank_account
  for each row when (not is_erasing()) execute function date_bank_account();
drop trigger imported_rows_do_not_change on mapped_import_row;
create trigger imported_rows_do_not_change after update on mapped_import_row
  referencing old table as changed for each statement when (not is_erasing()) execute function guard_imported_rows();
drop trigger payment_batch_is_guarded on payment_batch;
create trigger payment_batch_is_guarded before update on payment_batch
  for each row when (not is_erasing()) execute function guard_payment_batch();

-- The file of a batch names everybody who was paid. It goes with the first of them who is erased, and its hash stays.
alter table payment_batch
  add file_erased_at timestamptz,
  drop constraint payment_batch_check,
  drop constraint payment_batch_check2,
  add constraint payment_batch_file check (
    (sha256 is null) = (debtor is null) and (file is null) = (sha256 is null or file_erased_at is not null)),
  add constraint payment_batch_has_file check (state in ('draft', 'given_up') or sha256 is not null);

-- Which erasure took before and after out of the audit: the event of that erasure says which rows, and the chain seals it.
alter table audit_event add column erasure_id bigint references client_erasure;
create index audit_event_by_erasure on audit_event (erasure_id, id) where erasure_id is not null;
