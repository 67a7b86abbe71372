-- Prospects and the calls made to them, campaigns, and what clients have elsewhere.

create table contact (
  id                bigint  generated always as identity primary key,
  name              text    not null,
  surname           text    not null default '',
  email             text,
  phone             text,
  country           char(2) not null,
  profession        text,
  marital_status    text,
  education         text,
  age               smallint check (age between 0 and 130),
  contact_type      text,
  past_contacts     integer not null default 0,
  days_since_past   integer check (days_since_past >= 0),
  past_outcome      text,
  has_default       boolean,
  has_housing_loan  boolean,
  has_personal_loan boolean,
  known_balance     numeric(18, 2),
  employee_id       bigint  references employee,
  external_ref      text    unique,
  created_at        timestamptz not null default now()
);
comment on table contact is 'A prospect, not yet a client. days_since_past is null for somebody never contacted before.';
create index contact_by_employee on contact (employee_id);

create table campaign (
  id           bigint generated always as identity primary key,
  name         text   not null unique,
  month        smallint not null check (month between 1 and 12),
  year         smallint,
  external_ref text   unique
);
comment on table campaign is 'A month''s calling. The year is null where the source does not tell it.';

create table call (
  id               bigint   generated always as identity primary key,
  contact_id       bigint   references contact,
  client_id        bigint   references client,
  campaign_id      bigint   references campaign,
  channel          text,
  called_on        date,
  day              smallint check (day between 1 and 31),
  month            smallint check (month between 1 and 12),
  weekday          text,
  duration_seconds integer  not null check (duration_seconds >= 0),
  attempts         integer  not null default 1 check (attempts >= 0),
  outcome          text     not null,
  sold             boolean  not null,
  external_ref     text     unique,
  check (num_nonnulls(contact_id, client_id) = 1)
);
comment on table call is 'A call to a contact or a client. called_on is null where the source gives day and month without the year.';
create index call_by_contact on call (contact_id);
create index call_by_client on call (client_id);
create index call_by_campaign on call (campaign_id);

create table external_position (
  id           bigint         generated always as identity primary key,
  client_id    bigint         not null references client,
  account_id   bigint         references account,
  kind         text           not null check (kind in ('loan', 'card', 'deposit', 'fund', 'pension', 'other')),
  institution  text           not null,
  description  text           not null default '',
  amount       numeric(18, 2),
  instalment   numeric(18, 2),
  months       smallint,
  since        date,
  status       text,
  external_ref text           unique
);
comment on table external_position is 'What a client has or owes at another firm. Never part of the ledger.';
create index external_position_by_client on external_position (client_id);

create table scheduled_payment (
  id                bigint         generated always as identity primary key,
  account_id        bigint         not null references account,
  amount            numeric(18, 2) not null check (amount > 0),
  purpose           text           not null default '',
  counterparty_bank text           not null default '',
  counterparty      text           not null default '',
  external_ref      text           unique
);
comment on table scheduled_payment is 'A standing order of an account, as another bank kept it. Shown, never executed.';
create index scheduled_payment_by_account on scheduled_payment (account_id);
