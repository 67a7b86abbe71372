-- Clients: the wide record, its dated staff links, and the two narrow rows that lists and search read.

create type client_kind as enum ('person', 'company');
create type verification_state as enum
  ('unverified', 'pending', 'rejected', 'verified', 'approved', 'failed', 'indifferent', 'missing');
create type address_state as enum ('pending', 'approved', 'rejected', 'no_data');
create type form_state as enum ('missing', 'draft', 'complete');
create type lopd_state as enum ('not_sent', 'sent', 'viewed', 'signed', 'withdrawn', 'superseded');
create type block_kind as enum ('commercial', 'documents', 'legal');
create type client_channel as enum ('direct', 'partner', 'alliance');
create type staff_role as enum ('manager', 'partner', 'advisor', 'banker');
create type identity_kind as enum ('dni', 'nie', 'passport', 'cc', 'ine', 'nif', 'cif', 'nipc', 'rfc', 'curp', 'other');

create table client (
  id               bigint             generated always as identity primary key,
  cvl              text               not null unique references cvl,
  kind             client_kind        not null default 'person',
  name             text               not null check (length(name) between 1 and 200),
  surname          text               not null default '' check (length(surname) <= 200),
  email            text               check (length(email) <= 254),
  phone            text               check (length(phone) <= 40),
  country          char(2)            not null,
  nationality      char(2),
  identity_kind    identity_kind,
  identity_number  text               check (length(identity_number) <= 40),
  dni_valid_until  date,
  dni_permanent    boolean            not null default false,
  birth_date       date,
  registered_on    date               not null,
  street           text,
  postal_code      text,
  city             text,
  province         text,
  idioma           text               not null default 'spanish',
  zone_id          bigint             not null references zone,
  channel          client_channel     not null default 'direct',
  kyc_status       verification_state not null default 'missing' check (kyc_status <> 'indifferent'),
  address_status   address_state      not null default 'no_data',
  form_status      form_state         not null default 'missing',
  form_on          date,
  lopd_status      lopd_state         not null default 'not_sent',
  risk_level       smallint           not null default 1 check (risk_level between 1 and 5),
  pep              boolean            not null default false,
  next_review_on   date,
  block_kind       block_kind,
  block_reason     text,
  blocked_at       timestamptz,
  external_ref     text               unique,
  version          integer            not null default 1,
  created_at       timestamptz        not null default now(),
  check (not (dni_permanent and dni_valid_until is not null)),
  check ((block_kind is null) = (block_reason is null))
);
comment on table client is 'A person or a company with whom the firm has a relationship. Identity numbers are normalised: upper case, no separators.';
create unique index client_identity on client (country, identity_number) where identity_number is not null;

create table client_bank_account (
  id        bigint generated always as identity primary key,
  client_id bigint not null references client,
  number    text   not null check (number ~ '^[A-Z0-9]{8,34}$'),
  is_payout boolean not null default true,
  unique (client_id, number)
);
comment on table client_bank_account is 'IBAN or CLABE of the client, without spaces.';

create table client_staff (
  id          bigint     generated always as identity primary key,
  client_id   bigint     not null references client,
  employee_id bigint     not null references employee,
  role        staff_role not null,
  valid_from  date       not null,
  valid_to    date       check (valid_to >= valid_from)
);
comment on table client_staff is 'Who looks after a client, dated. Feeds visibility and attribution alike. valid_to is the last day; null = current.';
create unique index client_staff_current on client_staff (client_id, role) where valid_to is null;
create index client_staff_by_employee on client_staff (employee_id) where valid_to is null;

-- What the list sorts and filters by, one narrow row per client, so that a page never reads the wide record to choose its rows.
-- Columns in the order in which a count over all rows reads them fastest: fixed width first, nullable and text last.
create table client_list (
  client_id           bigint             primary key references client on delete cascade,
  capital_cents       bigint             not null generated always as ((capital * 100)::bigint) stored,
  balance_cents       bigint             not null generated always as ((balance * 100)::bigint) stored,
  zone_id             bigint             not null,
  kyc_status          verification_state not null,
  address_status      address_state      not null,
  registered_on       date               not null,
  active_accounts     smallint           not null default 0,
  is_company          boolean            not null,
  is_alliance         boolean            not null,
  is_joint            boolean            not null default false,
  smart_contributions boolean            not null default false,
  smart_movements     boolean            not null default false,
  has_pending         boolean            not null default false,
  has_expired         boolean            not null default false,
  has_canceled        boolean            not null default false,
  manager_id          bigint,
  partner_id          bigint,
  advisor_id          bigint,
  banker_id           bigint,
  dni_valid_until     date,
  country             char(2)            not null,
  name_sort           text               collate "C" not null,
  cvl                 text               collate "C" not null,
  capital             numeric(18, 2)     not null default 0,
  balance             numeric(18, 2)     not null default 0
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.02,
        autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
comment on table client_list is 'Derived from client, its links, accounts and balances; kept by the writers, checked by ledger verify. Money: capital = principal in active accounts; balance = all that stands in the accounts, each counted under its primary holder. In cents too: whole numbers are added up three times as fast.';

-- One index per sort. Each holds every column that a filter, a scope or the page reads, so that choosing and counting never leaves the index.
do $$
declare
  sort_column text;
begin
  foreach sort_column in array array['name_sort', 'cvl', 'country', 'kyc_status', 'address_status', 'dni_valid_until', 'registered_on',
    'capital_cents', 'balance_cents']
  loop
    execute format(
      'create index client_list_by_%1$s on client_list (%1$s, client_id) include (%2$s)', sort_column,
      (select string_agg(c, ', ') from unnest(array['capital_cents', 'balance_cents', 'zone_id', 'kyc_status', 'address_status',
         'active_accounts', 'is_company', 'is_alliance', 'is_joint', 'smart_contributions', 'smart_movements', 'has_pending',
         'has_expired', 'has_canceled', 'manager_id', 'partner_id', 'advisor_id', 'banker_id', 'dni_valid_until', 'country']) c
        where c <> sort_column));
  end loop;
end
$$;
-- The capital too: what a team looks after is added up in the index.
create index client_list_by_manager on client_list (manager_id) include (capital_cents) where manager_id is not null;
create index client_list_by_partner on client_list (partner_id) include (capital_cents) where partner_id is not null;
create index client_list_by_advisor on client_list (advisor_id) include (capital_cents) where advisor_id is not null;
create index client_list_by_banker on client_list (banker_id) include (capital_cents) where banker_id is not null;

-- How many clients there are of each kind and what they have, so that the whole list is added up without reading it. A kind is all that
-- few values tell: any filter on these columns finds its sum among some thousand rows instead of all clients.
create table client_list_sum (
  zone_id             bigint             not null,
  country             char(2)            not null,
  kyc_status          verification_state not null,
  address_status      address_state      not null,
  active_accounts     smallint           not null,
  is_company          boolean            not null,
  is_alliance         boolean            not null,
  is_joint            boolean            not null,
  smart_contributions boolean            not null,
  smart_movements     boolean            not null,
  has_pending         boolean            not null,
  has_expired         boolean            not null,
  has_canceled        boolean            not null,
  clients             bigint             not null,
  capital_cents       bigint             not null,
  balance_cents       bigint             not null,
  folded              boolean            not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
comment on table client_list_sum is 'Sums of client_list by kind, kept by its triggers. A kind may have several rows, which add up: each statement appends what it changed and meets no other writer; fold_client_list_sum makes them one. active_accounts: 1 = some.';
create index client_list_sum_to_fold on client_list_sum (folded) where not folded;

create function add_client_list_sum() returns trigger language plpgsql security definer set search_path from current as
$$
begin
  if tg_op <> 'INSERT' then
    insert into client_list_sum
    select zone_id, country, kyc_status, address_status, least(active_accounts, 1), is_company, is_alliance, is_joint, smart_contributions,
           smart_movements, has_pending, has_expired, has_canceled, -count(*), -sum(capital_cents), -sum(balance_cents), false
      from gone group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13;
  end if;
  if tg_op <> 'DELETE' then
    insert into client_list_sum
    select zone_id, country, kyc_status, address_status, least(active_accounts, 1), is_company, is_alliance, is_joint, smart_contributions,
           smart_movements, has_pending, has_expired, has_canceled, count(*), sum(capital_cents), sum(balance_cents), false
      from come group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13;
  end if;
  return null;
end
$$;
create trigger client_list_adds after insert on client_list
  referencing new table as come for each statement execute function add_client_list_sum();
create trigger client_list_changes after update on client_list
  referencing old table as gone new table as come for each statement execute function add_client_list_sum();
create trigger client_list_takes after delete on client_list
  referencing old table as gone for each statement execute function add_client_list_sum();

-- Makes the rows of each kind one. Only where fold_totals holds its lock: two at once would count what both read.
create function fold_client_list_sum() returns void language sql security definer set search_path from current as
$$
  with gone as (
    delete from client_list_sum s using (select distinct zone_id, country, kyc_status, address_status, active_accounts, is_company,
        is_alliance, is_joint, smart_contributions, smart_movements, has_pending, has_expired, has_canceled
      from client_list_sum where not folded) k
     where (s.zone_id, s.country, s.kyc_status, s.address_status, s.active_accounts, s.is_company, s.is_alliance, s.is_joint,
        s.smart_contributions, s.smart_movements, s.has_pending, s.has_expired, s.has_canceled)
      = (k.zone_id, k.country, k.kyc_status, k.address_status, k.active_accounts, k.is_company, k.is_alliance, k.is_joint,
        k.smart_contributions, k.smart_movements, k.has_pending, k.has_expired, k.has_canceled) returning s.*)
  insert into client_list_sum
  select zone_id, country, kyc_status, address_status, active_accounts, is_company, is_alliance, is_joint, smart_contributions, smart_movements,
         has_pending, has_expired, has_canceled, sum(clients), sum(capital_cents), sum(balance_cents), true
    from gone group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13 having (sum(clients), sum(capital_cents), sum(balance_cents)) <> (0, 0, 0)
$$;

create table client_search (
  client_id     bigint primary key references client on delete cascade,
  name_text     text   not null,
  cvl_text      text   not null,
  email_text    text   not null,
  phone_text    text   not null,
  identity_text text   not null,
  bank_text     text   not null,
  all_text      text   not null generated always as
    (' ' || name_text || ' ' || cvl_text || ' ' || email_text || ' ' || phone_text || ' ' || identity_text || ' ' || bank_text) stored
);
comment on table client_search is 'Normalised by the application: lower case, no accents; numbers without separators. Apart from client_list, so that a balance never touches the trigram index.';
create index client_search_trigrams on client_search using gin (all_text public.gin_trgm_ops);
