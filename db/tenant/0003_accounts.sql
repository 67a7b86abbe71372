-- Products and the accounts that clients hold in them.

create type product_family as enum ('smart', 'fixed_term', 'alliance', 'insurance', 'ticket_restaurant', 'current');
create type product_line as enum ('evas', 'auras', 'antares', 'smart');
create type day_count as enum ('ACT/365F', 'ACT/360', '30E/360', 'ACT/ACT ISDA');
create type payout_period as enum ('monthly', 'quarterly', 'half_yearly', 'yearly', 'at_maturity');
create type maturity_instruction as enum ('pay_out', 'renew_principal', 'renew_all', 'transfer');
create type account_state as enum ('draft', 'pending', 'active', 'expired', 'canceled');
create type holder_role as enum ('primary', 'holder', 'authorised');

create table product (
  id                  bigint               generated always as identity primary key,
  code                text                 not null unique check (code ~ '^[A-Z0-9][A-Z0-9_-]{1,29}$'),
  name                text                 not null,
  family              product_family       not null,
  line                product_line,
  day_count           day_count            not null default 'ACT/365F',
  payout              payout_period        not null default 'at_maturity',
  capitalised         boolean              not null default false,
  accrues             boolean              not null default true,
  may_be_negative     boolean              not null default false,
  minimum             numeric(18, 2)       not null default 0,
  maximum             numeric(18, 2),
  term_months         smallint,
  penalty_points      numeric(9, 6)        not null default 0,
  default_instruction maturity_instruction not null default 'pay_out'
);
comment on table product is 'What money is placed in. Rates are in per cent a year. "current" is only for accounts imported from another bank: they may be negative and never accrue.';

create table account (
  id                bigint               generated always as identity primary key,
  number            text                 not null unique check (length(number) between 3 and 40),
  product_id        bigint               not null references product,
  client_id         bigint               not null references client,
  status            account_state        not null,
  opened_on         date,
  expires_on        date,
  closed_on         date,
  agreed_amount     numeric(18, 2)       check (agreed_amount > 0),
  rate              numeric(9, 6)        not null default 0,
  bonus_rate        numeric(9, 6)        not null default 0,
  instruction       maturity_instruction,
  contribution_plan boolean              not null default false,
  zone_id           bigint               not null references zone,
  office_id         bigint               not null references office,
  external_ref      text                 unique,
  created_at        timestamptz          not null default now(),
  check (expires_on > opened_on),
  check (status in ('draft', 'pending') or opened_on is not null)
);
comment on table account is 'A client''s contract in a product. client_id is the primary holder, under whom totals count it once. The rate never changes once it is open.';
create index account_by_client on account (client_id);
create index account_by_product on account (product_id);
create index account_by_expiry on account (expires_on) where status = 'active';
create index account_by_zone on account (zone_id);

create table account_holder (
  account_id bigint        not null references account on delete cascade,
  client_id  bigint        not null references client,
  role       holder_role   not null,
  share      numeric(7, 4) check (share > 0 and share <= 100),
  primary key (account_id, client_id),
  check ((role = 'authorised') = (share is null))
);
comment on table account_holder is 'Everybody on an account: the primary holder, the other holders with their share in per cent, and those who may only act on it.';
create unique index account_holder_primary on account_holder (account_id) where role = 'primary';
create index account_holder_by_client on account_holder (client_id);
