-- A line of the bank confirms money by hand only where somebody else brought its statement: who noted the money could write the file too.

-- The journals of these lines that a statement confirms now. Of what two people noted, who asked for it is meant: the other one has said that it is plausible.
create function confirm_brought(p_journals bigint[]) returns void language sql security definer set search_path from current as
$$
  delete from unconfirmed_contribution u using journal j
   where u.journal_id = any(p_journals) and j.id = u.journal_id
     and exists (
       select from bank_entry_journal k
         join bank_statement_line l on l.entry_id = k.entry_id
         join bank_statement s on s.id = l.statement_id
        where k.journal_id = j.id
          and s.uploaded_by is distinct from coalesce(
            (select a.made_by from posting p
               join approval a on a.entity = 'account' and a.entity_id = p.account_id and a.task = 'contribution' and a.state = 'approved'
                              and a.payload ->> 'key' = j.idempotency_key
              where p.journal_id = j.id and p.ledger = 3 limit 1), j.created_by));
$$;

create or replace function confirm_contributions() returns trigger language plpgsql security definer set search_path from current as
$$
begin
  perform confirm_brought(array_agg(i.journal_id)) from incoming i join unconfirmed_contribution u using (journal_id) having count(*) > 0;
  return null;
end
$$;

-- A line that was matched before and stands in a statement of somebody else's too.
create function confirm_by_statement() returns trigger language plpgsql security definer set search_path from current as
$$
begin
  perform confirm_brought(array_agg(k.journal_id))
    from incoming i join bank_entry_journal k on k.entry_id = i.entry_id join unconfirmed_contribution u on u.journal_id = k.journal_id
   where i.known having count(*) > 0;
  return null;
end
$$;
create trigger bank_statement_line_confirms after insert on bank_statement_line
  referencing new table as incoming for each statement execute function confirm_by_statement();
