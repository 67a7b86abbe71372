-- Contacts as the staff keep them: all that is asked of a prospect, the stage of each, and whom they became.

create table contact_type (
  id   bigint generated always as identity primary key,
  name text   not null check (length(name) between 1 and 120)
);
comment on table contact_type is 'What a contact is, as administrators word it.';
create unique index contact_type_name on contact_type (lower(name));

create table contact_work (
  id   bigint generated always as identity primary key,
  name text   not null check (length(name) between 1 and 120)
);
comment on table contact_work is 'The work that was done with a contact, as administrators word it.';
create unique index contact_work_name on contact_work (lower(name));

create table contact_reference (
  id   bigint generated always as identity primary key,
  name text   not null check (length(name) between 1 and 120)
);
comment on table contact_reference is 'By whom a contact was recommended, as administrators word it.';
create unique index contact_reference_name on contact_reference (lower(name));

create table contact_source (
  id   bigint generated always as identity primary key,
  name text   not null check (length(name) between 1 and 120)
);
comment on table contact_source is 'From where the data of a contact come, as administrators word it.';
create unique index contact_source_name on contact_source (lower(name));

alter table contact
  add column type_id           bigint         references contact_type,
  add column work_id           bigint         references contact_work,
  add column reference_id      bigint         references contact_reference,
  add column source_id         bigint         references contact_source,
  add column amount            numeric(18, 2) check (amount >= 0),
  add column observations      text           not null default '' check (length(observations) <= 4000),
  add column family            text           not null default '' check (length(family) <= 1000),
  add column wants_investments boolean        not null default false,
  add column lopd_on           date,
  add column stage             text           not null default 'new'
    check (stage in ('new', 'contacted', 'r1', 'r2', 'r3', 'r4', 'won', 'lost')),
  add column stage_since       timestamptz    not null default now(),
  add column lost_reason       text           check (lost_reason in ('no_interest', 'no_money', 'competitor', 'no_answer', 'not_eligible', 'other')),
  add column lost_note         text           check (length(lost_note) between 1 and 500),
  add column client_id         bigint         references client,
  add column converted_at      timestamptz,
  add column deleted_at        timestamptz,
  add column deleted_by        bigint,
  add column created_by        bigint,
  add column version           integer        not null default 1,
  -- As toSearchText of rules/search-text.ts makes it, so that what is typed is found.
  add column name_text         text           not null generated always as (
    trim(regexp_replace(regexp_replace(translate(
      replace(replace(replace(lower(normalize(surname || ' ' || name, nfkd)), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđðı', 'olddi'),
      '[\u0300-\u036f]+', '', 'g'), '\s+', ' ', 'g'))) stored,
  add column email_text        text           not null generated always as (lower(coalesce(email, ''))) stored,
  add column phone_text        text           not null generated always as (regexp_replace(coalesce(phone, ''), '\D', '', 'g')) stored,
  add column amount_sort       numeric(18, 2) not null generated always as (coalesce(amount, 0)) stored,
  add constraint contact_lost check ((stage = 'lost') = (lost_reason is not null) and (stage = 'lost' or lost_note is null)),
  add constraint contact_converted check ((client_id is null) = (converted_at is null));
comment on table contact is 'A prospect, and what became of them. days_since_past is null for somebody never contacted before; employee_id is null where an import named nobody.';
comment on column contact.lopd_on is 'When they signed the consent to data protection; before it they are neither taken further than R1 nor converted.';
comment on column contact.client_id is 'Whom they became. The contact stays, with what was known of them before.';

create index contact_name_order on contact (name_text, id) include (employee_id, stage) where deleted_at is null;
create index contact_created_order on contact (created_at, id) include (employee_id, stage) where deleted_at is null;
create index contact_amount_order on contact (amount_sort, id) include (employee_id, stage) where deleted_at is null;
create index contact_since_order on contact (stage_since, id) include (employee_id, stage) where deleted_at is null;
create index contact_stage_order on contact (stage, stage_since, id) include (employee_id) where deleted_at is null;
create index contact_owner_order on contact (employee_id, stage, stage_since, id) where deleted_at is null;
create index contact_by_type on contact (type_id) include (employee_id, stage, amount_sort) where deleted_at is null;
create index contact_by_work on contact (work_id) include (employee_id, stage, amount_sort) where deleted_at is null;
create index contact_by_reference on contact (reference_id) include (employee_id, stage, amount_sort) where deleted_at is null;
create index contact_by_source on contact (source_id) include (employee_id, stage, amount_sort) where deleted_at is null;
create index contact_by_client on contact (client_id) where client_id is not null;
create index contact_by_email on contact (email_text) where email_text <> '' and deleted_at is null;
create index contact_by_phone on contact (phone_text) where phone_text <> '' and deleted_at is null;
create index contact_trigrams on contact using gin (name_text public.gin_trgm_ops, email_text public.gin_trgm_ops, phone_text public.gin_trgm_ops);

create table contact_tally (
  employee_id bigint,
  stage       text           not null,
  contacts    integer        not null,
  amount      numeric(20, 2) not null,
  constraint contact_tally_of unique nulls not distinct (employee_id, stage)
);
comment on table contact_tally is 'Derived from contact by its triggers: how many of each owner stand in each stage, and their amounts. employee_id is null for those that are nobody''s.';

-- In the order of the key, so that two writers wait for each other and never meet crosswise.
create function tally_contacts() returns trigger language plpgsql security definer set search_path from current as $$
begin
  if tg_op = 'INSERT' then
    insert into contact_tally as t (employee_id, stage, contacts, amount)
    select employee_id, stage, count(*), sum(amount_sort) from new_rows where deleted_at is null group by 1, 2 order by 1, 2
        on conflict on constraint contact_tally_of do update set contacts = t.contacts + excluded.contacts, amount = t.amount + excluded.amount;
  elsif tg_op = 'UPDATE' then
    insert into contact_tally as t (employee_id, stage, contacts, amount)
    select employee_id, stage, sum(n), sum(n * amount_sort) from (
             select employee_id, stage, 1 as n, amount_sort from new_rows where deleted_at is null
             union all
             select employee_id, stage, -1, amount_sort from old_rows where deleted_at is null) changed
     group by 1, 2 having sum(n) <> 0 or sum(n * amount_sort) <> 0 order by 1, 2
        on conflict on constraint contact_tally_of do update set contacts = t.contacts + excluded.contacts, amount = t.amount + excluded.amount;
  else
    insert into contact_tally as t (employee_id, stage, contacts, amount)
    select employee_id, stage, -count(*), -sum(amount_sort) from old_rows where deleted_at is null group by 1, 2 order by 1, 2
        on conflict on constraint contact_tally_of do update set contacts = t.contacts + excluded.contacts, amount = t.amount + excluded.amount;
  end if;
  return null;
end $$;
create trigger contact_is_tallied after insert on contact
  referencing new table as new_rows for each statement execute function tally_contacts();
create trigger contact_is_tallied_anew after update on contact
  referencing old table as old_rows new table as new_rows for each statement execute function tally_contacts();
create trigger contact_is_no_longer_tallied after delete on contact
  referencing old table as old_rows for each statement execute function tally_contacts();

insert into contact_tally (employee_id, stage, contacts, amount)
select employee_id, stage, count(*), sum(amount_sort) from contact group by 1, 2;

-- A call to a contact who became a client counts as the client's too.
alter table call drop constraint call_check, add constraint call_of_somebody check (num_nonnulls(contact_id, client_id) >= 1);
comment on table call is 'A call to a contact or a client; to both where the contact became the client. called_on is null where the source gives day and month without the year.';
