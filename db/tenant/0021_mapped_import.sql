-- Files of rows that somebody maps, checks and has imported: what was read of them, what is wrong, and what became of it.

create type import_state as enum ('draft', 'checked', 'waiting', 'importing', 'imported', 'undoing', 'undone', 'discarded');

create table mapped_import (
  id               bigint         generated always as identity primary key,
  kind             text           not null check (kind ~ '^[a-z]{3,40}$'),
  state            import_state   not null default 'draft',
  file_id          uuid           references stored_file,
  file_name        text           not null check (length(file_name) between 1 and 200),
  sha256           bytea          not null check (octet_length(sha256) = 32),
  headings         text[]         not null,
  form             jsonb          not null,
  mapping          jsonb          not null,
  rows             integer        check (rows >= 0),
  wrong            integer        check (wrong >= 0),
  known            integer        check (known >= 0),
  fresh            integer        check (fresh >= 0),
  amount           numeric(18, 2),
  figures          jsonb,
  checked_at       timestamptz,
  done             integer        not null default 0 check (done >= 0),
  failure          text           check (length(failure) <= 80),
  failed_at        text           check (length(failed_at) <= 80),
  approval_id      bigint         references approval,
  undo_approval_id bigint         references approval,
  made_by          bigint         not null,
  made_at          timestamptz    not null,
  finished_at      timestamptz,
  undone_by        bigint,
  undone_at        timestamptz,
  check ((checked_at is null) = (fresh is null)),
  check (state in ('draft', 'discarded') or checked_at is not null)
);
comment on table mapped_import is 'A file of rows that somebody has uploaded to be imported. headings, form, mapping: how it is read; rows = wrong + known + fresh, as the last check has found; done: of the fresh ones, how many are in the books so far, told while it runs. failure, failed_at: why the last attempt came to nothing, and at which account.';
create index mapped_import_by_time on mapped_import (made_at desc, id desc);
create index mapped_import_by_file on mapped_import (sha256);
create index mapped_import_due on mapped_import (id) where state in ('importing', 'undoing');

-- What was asked for is what is imported: the file and its reading stay as they were read, and the states follow their order.
create function guard_mapped_import() returns trigger language plpgsql set search_path from current as
$$
begin
  if new.state <> old.state and not (old.state, new.state) in (
       ('draft', 'checked'), ('checked', 'draft'), ('draft', 'discarded'), ('checked', 'discarded'), ('checked', 'waiting'), ('waiting', 'checked'),
       ('checked', 'importing'), ('waiting', 'importing'), ('importing', 'checked'), ('importing', 'imported'), ('imported', 'undoing'),
       ('undoing', 'imported'), ('undoing', 'undone')) then
    raise exception 'an import does not go from % to %', old.state, new.state using errcode = 'AT006';
  end if;
  if (new.kind, new.sha256, new.file_name, new.made_by) is distinct from (old.kind, old.sha256, old.file_name, old.made_by)
     or old.state not in ('draft', 'checked') and new.state <> 'checked'
        and (new.form, new.mapping, new.rows, new.fresh, new.amount, new.figures) is distinct from (old.form, old.mapping, old.rows, old.fresh, old.amount, old.figures) then
    raise exception 'what was asked for does not change' using errcode = 'AT006';
  end if;
  return new;
end
$$;
create trigger mapped_import_is_guarded before update on mapped_import for each row execute function guard_mapped_import();

create table mapped_import_row (
  import_id  bigint  not null references mapped_import,
  line       integer not null check (line >= 2),
  key        text    not null check (length(key) = 43),
  hash       text    not null check (length(hash) = 43),
  account_id bigint,
  known      boolean not null default false,
  fields     jsonb   not null,
  primary key (import_id, line)
);
comment on table mapped_import_row is 'A row of a file that can be imported. key: what the same row is known by in any other file, its reference or all that it says; hash: all that it says. fields: what it says, in one spelling, and as it is written; of an instruction that was carried out also what had been before. known: an earlier import has it. Its journal has the key import:id:line.';
create index mapped_import_row_by_key on mapped_import_row (key);

create table mapped_import_fault (
  import_id bigint   not null references mapped_import,
  line      integer  not null,
  n         smallint not null,
  field     text     check (length(field) <= 40),
  fault     text     not null check (length(fault) <= 40),
  value     text     check (length(value) <= 200),
  primary key (import_id, line, n)
);
comment on table mapped_import_fault is 'What is wrong with a row of a file, as the last check has found; value: what stands there, cut.';

-- Rows that were imported stay: they say what is in the books already.
create function guard_imported_rows() returns trigger language plpgsql set search_path from current as
$$
begin
  if exists (select from changed c join mapped_import i on i.id = c.import_id where i.state in ('imported', 'undoing', 'undone')) then
    raise exception 'rows that were imported do not change' using errcode = 'AT006';
  end if;
  return null;
end
$$;
create trigger imported_rows_come_before after insert on mapped_import_row
  referencing new table as changed for each statement execute function guard_imported_rows();
create trigger imported_rows_do_not_change after update on mapped_import_row
  referencing old table as changed for each statement execute function guard_imported_rows();
create trigger imported_rows_stay after delete on mapped_import_row
  referencing old table as changed for each statement execute function guard_imported_rows();

-- Takes many journals back at once, each on its lines with the opposite sign, from its own value date. What was credited to somebody is taken
-- from them. Those that are reversals, or were taken back, are left out. Answers how many it took back. List rows and audit are the caller's.
create function reverse_journals(p_journals bigint[], p_booking_date date, p_user bigint) returns integer
  language plpgsql security definer set search_path from current set plan_cache_mode to force_custom_plan as
$$
declare
  reversed integer;
begin
  perform from account_balance b
    where b.account_id in (select p.account_id from posting p where p.journal_id = any(p_journals)) order by b.account_id for no key update;

  with wanted as materialized (
    select j.* from journal j
     where j.id = any(p_journals) and j.reverses_id is null and not exists (select from journal r where r.reverses_id = j.id)
  ), made as (
    insert into journal (kind, booking_date, value_date, lines, idempotency_key, request_hash, reverses_id, source, created_by, credited_to)
    select w.kind, p_booking_date, w.value_date, w.lines, 'reversal:' || w.id, 'reversal:' || w.id, w.id, 'reversal', p_user, w.credited_to
      from wanted w order by w.id
    returning id, kind, reverses_id, credited_to
  ), lines as materialized (
    select m.id, m.kind, m.credited_to, p.line, p.ledger, p.account_id, -p.amount as amount
      from made m join posting p on p.journal_id = m.reverses_id
  ), legs as (
    insert into posting (journal_id, line, ledger, account_id, amount, booking_date)
    select id, line, ledger, account_id, amount, p_booking_date from lines
  ), balances as (
    update account_balance b set principal = b.principal + s.principal, interest = b.interest + s.interest, payable = b.payable + s.payable
      from (select account_id, coalesce(-sum(amount) filter (where ledger = 3 and is_principal(kind)), 0) as principal,
                   coalesce(-sum(amount) filter (where ledger = 3 and not is_principal(kind)), 0) as interest,
                   coalesce(-sum(amount) filter (where ledger = 4), 0) as payable
              from lines where account_id is not null group by account_id) s
     where b.account_id = s.account_id
  ), totals as (
    insert into total_delta (booking_date, kind, product_id, manager_id, client_id, amount, movements)
    select p_booking_date, l.kind, a.product_id, coalesce(case when is_captation(l.kind) then l.credited_to else c.manager_id end, 0), a.client_id,
           -sum(l.amount), count(distinct (l.id, l.account_id))
      from lines l join account a on a.id = l.account_id join client_list c on c.client_id = a.client_id
     where l.ledger = 3 group by 2, 3, 4, 5
  )
  select count(*) into reversed from made;
  return reversed;
end
$$;
