-- Ledger accounts that a firm adds to the nine fixed ones, and lines of the bank that are booked onto one of them.

create type ledger_kind as enum ('asset', 'liability', 'income', 'expense');

drop trigger ledger_account_is_append_only on ledger_account;
alter table ledger_account
  add column name       text        check (length(name) between 1 and 120),
  add column kind       ledger_kind,
  add column retired_at timestamptz,
  add column added_at   timestamptz,
  add column added_by   bigint,
  add constraint ledger_account_code check (code ~ '^[a-z0-9][a-z0-9_]{1,39}$'),
  add constraint ledger_account_of_firm check (
    case when id < 100 then name is null and kind is null and retired_at is null and added_at is null
         else name is not null and kind is not null and added_at is not null and not owned end);
create unique index ledger_account_name on ledger_account (lower(name)) where name is not null;
comment on table ledger_account is 'Chart of accounts. "owned" lines name the client''s account; the others are the firm''s own and keep no balance row, so that no posting waits for another. Below 100: the fixed ones; from 100 on: those that the firm has added, with their name. One that is retired takes no new journal by hand; none is ever deleted.';
comment on column ledger_account.kind is 'Null for the fixed ones, which are what their codes say.';

create function guard_ledger_account() returns trigger language plpgsql as
$$
begin
  if old.id < 100 or (new.id, new.code, new.owned, new.kind, new.added_at, new.added_by)
       is distinct from (old.id, old.code, old.owned, old.kind, old.added_at, old.added_by) then
    raise exception 'ledger account %: only the name of one that the firm has added changes, and whether it is retired', old.code using errcode = 'AT001';
  end if;
  return new;
end
$$;
create trigger ledger_account_is_guarded before update on ledger_account for each row execute function guard_ledger_account();
create trigger ledger_account_is_not_deleted before delete on ledger_account for each statement execute function refuse_change();

-- The fixed numbers are asked first: a journal that is made of them pays nothing for the firm's own.
create or replace function assert_journals_balance() returns trigger language plpgsql as
$$
declare
  bad    bigint;
  closed boolean;
begin
  select l.journal_id, l.first_day <= l.closed_through into bad, closed
    from (select journal_id, sum(amount) as total, count(*) as lines, min(line) as first, max(line) as last, min(booking_date) as first_day,
                 max(booking_date) as last_day, (select closed_through from ledger_period) as closed_through,
                 bool_and(amount <> 0 and (ledger between 1 and 9 or exists (select from ledger_account a where a.id = ledger))
                          and (account_id is not null) = (ledger between 3 and 4)) as sound
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

alter type entry_state add value 'booked';
comment on table bank_entry is 'One line of the bank, once however many statements show it; amount as the firm sees it, money in positive. state: waiting = in unidentified receipts; posted = a contribution of account_id; noted = somebody had noted it by hand before; returning = to be sent back; returned; settled = an order to pay; refund = the way back of refund_of; booked = a journal by hand stands for it; other = not booked.';

-- Of a line that a journal by hand stands for, taking that journal back leaves nothing in the books: it can be booked anew.
create or replace function free_receipt() returns trigger language plpgsql security definer set search_path from current as
$$
begin
  update bank_entry set state = 'waiting', assigned_journal_id = null, account_id = null
   where assigned_journal_id = new.reverses_id;
  with gone as (
    delete from bank_entry_journal l using bank_entry e
     where l.journal_id = new.reverses_id and e.id = l.entry_id and e.state in ('noted', 'booked') returning l.entry_id)
  update bank_entry e set state = case e.state when 'noted' then 'waiting' else 'other' end::entry_state, account_id = null
    from gone where e.id = gone.entry_id;
  return null;
end
$$;
