-- A maturity that can't be carried out ends its account all the same, and its instruction can be set afterwards.

alter table maturity
  add column reserved numeric(18, 2) not null default 0 check (reserved >= 0);
comment on column maturity.reserved is 'What withdrawals under way held when the term was over. It stays in the account for them; what they give up follows the rest.';
-- What a night still has to follow: few of many.
create index maturity_reserving on maturity (account_id) where reserved > 0;
-- The list of what waits.
create index maturity_waiting on maturity (account_id) where outcome = 'parked' and released_at is null;

-- What was renewed may still have a part that waits.
alter table maturity drop constraint maturity_check;
alter table maturity add constraint maturity_renewed check (outcome not in ('renewed', 'transferred') or renewed_id is not null);

comment on table maturity is 'What became of an account when its term was over. renewed: what went on into another account; payable: what left for the payable. parked: the instruction can''t be carried out (reasons), so the payable waits until somebody releases it or sets another instruction.';
