-- Whom the holder of an account designates for what is in it after their death.

create table account_beneficiary (
  id              bigint         generated always as identity primary key,
  account_id      bigint         not null references account,
  designation     integer        not null check (designation > 0),
  client_id       bigint         references client,
  name            text           check (length(name) between 1 and 120),
  surname         text           not null default '' check (length(surname) <= 160),
  identity_kind   identity_kind,
  identity_number text           check (length(identity_number) <= 40),
  relationship    text           not null check (length(relationship) between 1 and 80),
  share           numeric(5, 2)  not null check (share > 0 and share <= 100),
  valid_from      date           not null check (isfinite(valid_from)),
  valid_to        date,
  designated_at   timestamptz    not null,
  designated_by   bigint         not null,
  check ((client_id is null) = (name is not null)),
  check (client_id is null or (surname = '' and identity_number is null)),
  check ((identity_kind is null) = (identity_number is null)),
  check (valid_to >= valid_from)
);
comment on table account_beneficiary is 'A person of a designation of beneficiaries of an account: a client, or somebody who is none, with their per cent. Rows with the same designation stand and end together. valid_to is the day from which another designation, or none, stands; null = the current one.';
create unique index account_beneficiary_once on account_beneficiary (account_id, designation, client_id) where client_id is not null;
create index account_beneficiary_by_account on account_beneficiary (account_id, designation, id);
create index account_beneficiary_by_client on account_beneficiary (client_id) where client_id is not null;
