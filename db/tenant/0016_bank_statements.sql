-- What the firm's bank says came in and went out, and what became of each of its lines in the books.

create type statement_format as enum ('camt053', 'norma43');
create type entry_state as enum ('waiting', 'posted', 'noted', 'returning', 'returned', 'settled', 'refund', 'other');

create table bank_account (
  id       bigint      generated always as identity primary key,
  number   text        not null unique check (number ~ '^[A-Z0-9]{5,40}$'),
  name     text        check (length(name) <= 140),
  added_at timestamptz not null default now(),
  added_by bigint
);
comment on table bank_account is 'A bank account of the firm, IBAN or whatever the bank calls it, without spaces. Known since somebody said of its first statement that it is ours.';

create table bank_statement (
  id              bigint           generated always as identity primary key,
  bank_account_id bigint           not null references bank_account,
  file_id         uuid             references stored_file,
  sha256          bytea            not null check (length(sha256) = 32),
  position        smallint         not null check (position >= 1),
  format          statement_format not null,
  file_name       text             not null check (length(file_name) between 1 and 200),
  reference       text             not null check (length(reference) <= 140),
  from_date       date             not null,
  to_date         date             not null,
  opening         numeric(18, 2)   not null,
  closing         numeric(18, 2)   not null,
  uploaded_at     timestamptz      not null,
  uploaded_by     bigint,
  check (from_date <= to_date),
  unique (sha256, position)
);
create index bank_statement_by_account on bank_statement (bank_account_id, to_date desc, id desc);
create index bank_statement_by_time on bank_statement (uploaded_at desc, id desc);
comment on table bank_statement is 'A statement as it was uploaded: the same file is kept once. opening + its entries = closing, in cents.';
create trigger bank_statement_is_append_only before update or delete on bank_statement for each statement execute function refuse_change();
create trigger bank_statement_is_not_truncated before truncate on bank_statement for each statement execute function refuse_change();

create table bank_entry (
  id                  bigint         generated always as identity primary key,
  bank_account_id     bigint         not null references bank_account,
  booking_date        date           not null,
  value_date          date           not null,
  amount              numeric(18, 2) not null check (amount <> 0),
  reference           text           not null check (length(reference) <= 300),
  occurrence          integer        not null check (occurrence >= 1),
  counterparty_name   text           check (length(counterparty_name) <= 200),
  counterparty_number text           check (length(counterparty_number) <= 40),
  remittance          text           not null check (length(remittance) <= 1000),
  end_to_end          text           check (length(end_to_end) <= 100),
  state               entry_state    not null,
  proposed_account_id bigint         references account,
  proposed_by         text           check (proposed_by in ('reference', 'opening', 'iban')),
  bar                 text           check (length(bar) <= 80),
  account_id          bigint         references account,
  assigned_journal_id bigint         references journal,
  assigned_key        text,
  refund_of           bigint         references bank_entry,
  reason              text           check (length(reason) between 3 and 500),
  check ((proposed_account_id is not null) = (proposed_by is not null)),
  check ((state = 'posted') = (assigned_journal_id is not null)),
  check ((state = 'refund') = (refund_of is not null)),
  check (state not in ('waiting', 'posted', 'noted', 'returning', 'returned') or amount > 0)
);
-- The same line of the bank in two statements that overlap. Two that say the same on one day are told apart by their order.
create unique index bank_entry_once on bank_entry (bank_account_id, booking_date, amount, reference, occurrence);
create index bank_entry_waiting on bank_entry (booking_date, id) where state in ('waiting', 'returning');
create index bank_entry_by_account on bank_entry (account_id) where account_id is not null;
create index bank_entry_by_assignment on bank_entry (assigned_journal_id) where assigned_journal_id is not null;
create unique index bank_entry_refunded_once on bank_entry (refund_of) where refund_of is not null;
comment on table bank_entry is 'One line of the bank, once however many statements show it; amount as the firm sees it, money in positive. state: waiting = in unidentified receipts; posted = a contribution of account_id; noted = somebody had noted it by hand before; returning = to be sent back; returned; settled = an order to pay; refund = the way back of refund_of; other = not ours to book.';

create table bank_entry_journal (
  journal_id bigint primary key references journal,
  entry_id   bigint not null references bank_entry
);
create index bank_entry_journal_by_entry on bank_entry_journal (entry_id);
comment on table bank_entry_journal is 'Which journals move the bank''s ledger for a line of the bank: what is on one side only is the difference between bank and books.';

create table bank_statement_line (
  statement_id bigint  not null references bank_statement,
  line         integer not null check (line >= 1),
  entry_id     bigint  not null references bank_entry,
  known        boolean not null,
  primary key (statement_id, line)
);
create index bank_statement_line_by_entry on bank_statement_line (entry_id);
comment on table bank_statement_line is 'The lines of a statement in its order. known: an earlier statement had brought it.';
create trigger bank_statement_line_is_append_only before update or delete on bank_statement_line for each statement execute function refuse_change();
create trigger bank_statement_line_is_not_truncated before truncate on bank_statement_line for each statement execute function refuse_change();

-- A number of an account as people write it in a transfer: letters and digits only.
create function plain_number(p_number text) returns text language sql immutable parallel safe as
$$ select upper(regexp_replace(p_number, '[^A-Za-z0-9]', '', 'g')) $$;
create index account_by_plain_number on account (plain_number(number));
create index client_bank_account_by_number on client_bank_account (number);

-- Whoever takes a contribution back says whose money it was not: it waits for its owner again. Of what was noted by hand no line of the bank's
-- ledger is left.
create function free_receipt() returns trigger language plpgsql security definer set search_path from current as
$$
begin
  update bank_entry set state = 'waiting', assigned_journal_id = null, account_id = null
   where assigned_journal_id = new.reverses_id;
  with gone as (
    delete from bank_entry_journal l using bank_entry e
     where l.journal_id = new.reverses_id and e.id = l.entry_id and e.state = 'noted' returning l.entry_id)
  update bank_entry e set state = 'waiting', account_id = null from gone where e.id = gone.entry_id;
  return null;
end
$$;
create trigger journal_frees_receipt after insert on journal
  for each row when (new.reverses_id is not null) execute function free_receipt();
