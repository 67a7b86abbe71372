-- A file of the bank is booked once a second person has said so: whoever uploads one could have written it.

create table bank_upload (
  id          bigint           generated always as identity primary key,
  file_id     uuid             references stored_file,
  sha256      bytea            not null check (length(sha256) = 32),
  format      statement_format not null,
  file_name   text             not null check (length(file_name) between 1 and 200),
  ours        boolean          not null,
  statements  jsonb,
  state       text             not null default 'waiting' check (state in ('waiting', 'taken', 'dropped')),
  approval_id bigint           references approval,
  uploaded_by bigint           not null,
  uploaded_at timestamptz      not null,
  check ((state = 'waiting') = (statements is not null))
);
comment on table bank_upload is 'A file of the bank from its upload on. While it waits for a second person nothing of it is in the books; taken: its statements stand in bank_statement.';
comment on column bank_upload.statements is 'What was read of the file, as the second person decides on it. Gone once it was decided.';
comment on column bank_upload.ours is 'A bank account that is not known yet is the firm''s, whoever uploaded it says.';
create unique index bank_upload_waiting on bank_upload (sha256) where state = 'waiting';
create index bank_upload_by_approval on bank_upload (approval_id);

alter table bank_statement add column approved_by bigint;
comment on column bank_statement.approved_by is 'Who let the file into the books, another person than who uploaded it. Null where the firm does without, and in statements of before.';

-- Replaces 0044: a statement that somebody else has let in confirms too.
create or replace function confirm_brought(p_journals bigint[]) returns void language sql security definer set search_path from current as
$$
  delete from unconfirmed_contribution u using journal j
   where u.journal_id = any(p_journals) and j.id = u.journal_id
     and exists (
       select from bank_entry_journal k
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
