-- What each posting keeps up, and nobody needs.

-- Nearly all that is audited in a busy hour is postings: a filter on them finds them by time, every other value keeps its index.
drop index audit_event_by_action;
drop index audit_event_by_entity;
create index audit_event_by_action on audit_event (action, at, id) where action <> 'journal.posted';
create index audit_event_by_entity on audit_event (entity, at, id) where entity <> 'journal';

-- A foreign key locks the account's row for each line of it: a page of a big table goes to the log whole for each posting after a checkpoint.
-- Its balance stands beside it from its first moment and refers to it, so that the account can't go, and was written a moment before in the same
-- transaction: that one is looked for, for all lines at once.
alter table posting drop constraint posting_account_id_fkey;

create or replace function assert_journals_balance() returns trigger language plpgsql as
$$
declare
  bad    bigint;
  closed boolean;
begin
  select l.journal_id, l.holds into bad, closed
    from (select l.journal_id, l.first_day, coalesce(l.total = 0 and l.lines = j.lines and l.last = j.lines and l.owned
                   and l.first_day = j.booking_date and l.last_day = j.booking_date, false) as holds
            from (select i.journal_id, sum(i.amount) as total, count(*) as lines, max(i.line) as last, min(i.booking_date) as first_day,
                         max(i.booking_date) as last_day, bool_and(i.account_id is null or b.account_id is not null) as owned
                    from incoming i left join account_balance b on b.account_id = i.account_id group by i.journal_id) l
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
  raise exception 'journal % is not there, does not balance, has an account that is not there, or these are not all its lines', bad
    using errcode = 'AT003';
end
$$;
