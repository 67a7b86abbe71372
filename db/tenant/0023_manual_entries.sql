-- Journals by hand: which return a line on the tax account belongs to, and what no journal may take.

create table tax_line (
  journal_id bigint         not null references journal,
  form       text           check (length(form) between 2 and 10),
  month      date           not null check (month = date_trunc('month', month)::date),
  booked_on  date           not null,
  amount     numeric(18, 2) not null check (amount <> 0),
  payment    boolean        not null,
  unique nulls not distinct (journal_id, form, month)
);
create index tax_line_by_month on tax_line (month);
comment on table tax_line is 'What a journal by hand has moved on the tax account, by the return that it belongs to: form and month of what was withheld; form null: withheld without holders, by an import. amount: what is owed more, so what was paid is negative. payment: handed to the authority, not adjusted.';
create trigger tax_line_is_append_only before update or delete on tax_line for each statement execute function refuse_change();
create trigger tax_line_is_not_truncated before truncate on tax_line for each statement execute function refuse_change();

-- Serves the tax account's balance and months without reading the rest of the books.
create index posting_of_tax on posting (booking_date, journal_id) include (amount) where ledger = 6;

-- What is on its way out to a client is never below what is ordered of it, and so never below nothing, whoever posts by hand.
alter table account_balance
  drop constraint account_balance_ordered,
  add constraint account_balance_ordered check (ordered >= 0 and payable >= ordered);
