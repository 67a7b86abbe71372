-- A line of the bank that something speaks against confirms no money by hand, and a payment that comes back by a reference in free text waits for people.

alter table bank_entry
  add column proposed_order_id bigint references payment_order,
  drop constraint bank_entry_proposed_by_check,
  add constraint bank_entry_proposed_by_check check (proposed_by in ('reference', 'opening', 'iban', 'return')),
  add constraint bank_entry_proposed_order check ((proposed_by is not distinct from 'return') = (proposed_order_id is not null));
comment on column bank_entry.proposed_order_id is 'The payment that this line seems to bring back: its text says so, and the bank does not. Not in the books until people say what it is.';
comment on column bank_entry.bar is 'What keeps it from being booked to its account; of what was noted by hand, what keeps it from confirming that.';

-- Replaces 0049: a line with a bar confirms nothing. Whoever paid may hold nothing of the account, or whoever brought the file may be near to it.
create or replace function confirm_brought(p_journals bigint[]) returns void language sql security definer set search_path from current as
$$
  delete from unconfirmed_contribution u using journal j
   where u.journal_id = any(p_journals) and j.id = u.journal_id
     and exists (
       select from bank_entry_journal k
         join bank_entry e on e.id = k.entry_id and e.bar is null
         join bank_statement_line l on l.entry_id = k.entry_id
         join bank_statement s on s.id = l.statement_id
         cross join lateral (
           select coalesce(
             (select a.made_by from posting p
                join approval a on a.entity = 'account' and a.entity_id = p.account_id and a.task = 'contribution' and a.state = 'approved'
                               and a.payload ->> 'key' = j.idempotency_key
               where p.journal_id = j.id and p.ledger = 3 limit 1), j.created_by) as user_id) noter
        where k.journal_id = j.id
          and (s.uploaded_by is distinct from noter.user_id or (s.approved_by is not null and s.approved_by is distinct from noter.user_id)));
$$;
