-- What a person writes of a client by hand: the address in parts, where money comes from, who acts for them and who owns them.

create type funds_source as enum ('salary', 'business', 'savings', 'pension', 'inheritance', 'property_sale', 'investments', 'other');
create type client_person_role as enum ('representative', 'owner', 'guardian');
create type signing_powers as enum ('sole', 'joint');
create type guardianship as enum ('parent', 'guardian');

alter table client
  add street_type   street_type,
  add street_number text check (length(street_number) <= 20),
  add floor         text check (length(floor) <= 20),
  add door          text check (length(door) <= 20),
  add tax_residence char(2),
  add funds_source  funds_source;
comment on column client.tax_residence is 'Where the client is taxed, by which interest is withheld; null = where they live.';
comment on column client.street is 'Of clients that were imported, with number, floor and door in it.';

-- Everybody in Mexico without a number of their own has one of two, and so have all foreigners there.
drop index client_identity;
create unique index client_identity on client (country, identity_number)
  where identity_number is not null and identity_number not in ('XAXX010101000', 'XEXX010101000');
-- A number is looked for in whatever country its holder lives.
create index client_by_identity_number on client (identity_number) where identity_number is not null;
-- Whoever has the same e-mail or phone may be the same person.
create index client_search_by_email on client_search (email_text) where email_text <> '';
create index client_search_by_phone on client_search (phone_text) where phone_text <> '';

create table client_person (
  id              bigint             generated always as identity primary key,
  client_id       bigint             not null references client,
  role            client_person_role not null,
  name            text               not null check (length(name) between 1 and 120),
  surname         text               not null default '' check (length(surname) <= 160),
  identity_kind   identity_kind,
  identity_number text               check (length(identity_number) <= 40),
  country         char(2),
  powers          signing_powers,
  guardianship    guardianship,
  share           numeric(5, 2)      check (share > 0 and share <= 100),
  valid_from      date,
  valid_to        date,
  check ((role = 'representative') = (powers is not null)),
  check ((role = 'guardian') = (guardianship is not null)),
  check ((role = 'owner') = (share is not null)),
  check (valid_to >= valid_from)
);
comment on table client_person is 'Who acts for a client (representatives of a company, guardians of a minor) and who owns more than a quarter of it. valid_to is the last day; null = open. They need not be clients.';
create index client_person_by_client on client_person (client_id, id);

create table client_identity_change (
  id                bigint            generated always as identity primary key,
  client_id         bigint            not null references client,
  state             bank_change_state not null default 'asked',
  sets_identity     boolean           not null,
  identity_kind     identity_kind,
  identity_number   text,
  dni_valid_until   date,
  dni_permanent     boolean           not null default false,
  seen_identity     jsonb,
  sets_email        boolean           not null,
  email             text,
  seen_email        text,
  approval_id       bigint            references approval,
  asked_by          bigint            not null,
  asked_at          timestamptz       not null,
  done_at           timestamptz,
  check (sets_identity or sets_email),
  check ((state = 'done') = (done_at is not null))
);
comment on table client_identity_change is 'A change of the identity or the e-mail of a client, from the proposal on. seen_*: what stood there when it was proposed.';
comment on column client_identity_change.identity_kind is 'What it would be where sets_identity, with the three columns after it; null takes it away.';
create unique index client_identity_change_asked on client_identity_change (client_id) where state = 'asked';
create index client_identity_change_by_client on client_identity_change (client_id, id);
create index client_identity_change_by_approval on client_identity_change (approval_id);
