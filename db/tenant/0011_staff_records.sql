-- All that is kept about a member of staff, who reported to whom and from when, and portfolios that change hands.

create table subcompany (
  id     bigint generated always as identity primary key,
  name   text   not null unique check (length(name) between 1 and 160),
  tax_id text   check (length(tax_id) <= 40)
);
comment on table subcompany is 'A company of the group that employs people.';

create type marital_status as enum ('single', 'married', 'divorced', 'widowed');
create type gender as enum ('male', 'female');
create type street_type as enum ('street', 'avenue', 'square', 'other');
create type employment_type as enum ('permanent', 'temporary', 'part_time', 'training', 'self_employed');

alter table employee
  add column version       integer not null default 1,
  add column subcompany_id bigint  references subcompany,
  add column picture_id    uuid;
comment on column employee.email is 'Contact e-mail: the one at work.';
comment on column employee.terminated_on is 'The last day. Until it is over the person still works here.';
comment on column employee.picture_id is 'A file in the store of files.';

create table employee_detail (
  employee_id            bigint          primary key references employee on delete cascade,
  personal_email         text            check (length(personal_email) <= 254),
  data_source            text            check (length(data_source) <= 120),
  employment_type        employment_type,
  weekly_hours           numeric(4, 2)   check (weekly_hours > 0 and weekly_hours <= 80),
  work_schedule          text            check (length(work_schedule) <= 500),
  contract_end_on        date,
  probation_end_on       date,
  nationality            char(2),
  birth_date             date,
  marital_status         marital_status,
  gender                 gender,
  children               smallint        check (children between 0 and 30),
  phone2                 text            check (length(phone2) <= 40),
  social_security_number text            check (length(social_security_number) <= 40),
  iban                   text            check (iban ~ '^[A-Z0-9]{8,34}$'),
  payroll_account        text            check (payroll_account ~ '^[A-Z0-9]{8,34}$'),
  street_type            street_type,
  street                 text            check (length(street) <= 200),
  street_number          text            check (length(street_number) <= 20),
  floor                  text            check (length(floor) <= 20),
  door                   text            check (length(door) <= 20),
  postal_code            text            check (length(postal_code) <= 20),
  town                   text            check (length(town) <= 120),
  province               text            check (length(province) <= 120),
  termination_reason     text            check (length(termination_reason) between 3 and 500)
);
comment on table employee_detail is 'What only HR and the person themselves read. iban: for invoices and expenses; payroll_account: for the salary. Both and the social security number are stored without separators.';

create table supervisor_move (
  id            bigint      generated always as identity primary key,
  employee_id   bigint      not null references employee,
  from_id       bigint      references employee,
  supervisor_id bigint      references employee check (supervisor_id <> employee_id),
  effective_on  date        not null,
  reason        text        check (length(reason) <= 500),
  created_at    timestamptz not null default now(),
  created_by    bigint,
  applied_at    timestamptz,
  canceled_at   timestamptz,
  failure       text
);
create index supervisor_move_by_employee on supervisor_move (employee_id, effective_on desc);
create index supervisor_move_waiting on supervisor_move (effective_on) where applied_at is null and canceled_at is null and failure is null;
comment on table supervisor_move is 'Who reports to whom from a day on. Applied on its day by the worker; applied ones are the history. supervisor_id null = the top of the tree. failure: why it could not be applied on its day; nothing happened then.';

-- Of two changes of the tree at once, the second sees what the first left: together they could make somebody their own supervisor.
create function lock_employee_tree() returns void language sql security definer set search_path from current as
$$ select pg_advisory_xact_lock(hashtextextended(current_schema() || '.employee', 0)) $$;

create or replace function rebuild_employee_team() returns trigger language plpgsql security definer set search_path from current as
$$
begin
  perform lock_employee_tree();
  if exists (
    with recursive up (start, id) as (
      select id, supervisor_id from employee where supervisor_id is not null
      union
      select up.start, e.supervisor_id from up join employee e on e.id = up.id where e.supervisor_id is not null
    ) select from up where up.start = up.id
  ) then
    raise exception 'somebody would be their own supervisor' using errcode = 'AT002';
  end if;
  with recursive tree (supervisor_id, employee_id) as (
    select id, id from employee
    union
    select tree.supervisor_id, e.id from tree join employee e on e.supervisor_id = tree.employee_id
  ), gone as (
    delete from employee_team t where not exists (
      select from tree where tree.supervisor_id = t.supervisor_id and tree.employee_id = t.employee_id)
  )
  insert into employee_team select supervisor_id, employee_id from tree on conflict do nothing;
  return null;
end
$$;

create table stored_file (
  id           uuid        primary key default gen_random_uuid(),
  purpose      text        not null check (length(purpose) between 1 and 80),
  entity       text        not null,
  entity_id    bigint      not null,
  file_name    text        not null check (length(file_name) between 1 and 255),
  content_type text        not null,
  bytes        integer     not null check (bytes > 0),
  sha256       bytea       not null check (octet_length(sha256) = 32),
  created_at   timestamptz not null default now(),
  created_by   bigint,
  removed_at   timestamptz
);
create index stored_file_by_record on stored_file (entity, entity_id) where removed_at is null;
comment on table stored_file is 'What was uploaded. The content stands encrypted in the store of files under the id; bytes and sha256 are of the content itself.';

create type handover_state as enum ('proposed', 'accepted', 'done', 'rejected', 'withdrawn', 'expired', 'failed', 'undone');

create table handover (
  id           bigint         generated always as identity primary key,
  role         staff_role     not null,
  to_id        bigint         not null references employee,
  from_ids     bigint[]       not null,
  clients      integer        not null check (clients > 0),
  capital      numeric(18, 2) not null,
  effective_on date           not null,
  reason       text           not null check (length(reason) between 3 and 500),
  state        handover_state not null default 'proposed',
  approval_id  bigint         references approval,
  proposed_by  bigint         not null,
  proposer_id  bigint         references employee,
  proposed_at  timestamptz    not null default now(),
  accepted_by  bigint,
  accepted_at  timestamptz,
  done_at      timestamptz,
  ended_by     bigint,
  ended_at     timestamptz
);
create index handover_waiting on handover (effective_on, id) where state = 'accepted';
create index handover_by_approval on handover (approval_id);
create index handover_by_receiver on handover (to_id, proposed_at desc);
create index handover_by_proposer on handover (proposer_id);
create index handover_by_giver on handover using gin (from_ids);
create index handover_by_time on handover (proposed_at desc, id desc);
comment on table handover is 'Clients given to another member of staff from a day on. from_ids: who had them; clients, capital: what was proposed. Accepted ones are carried out on their day (failed: the receiver had left by then), and can be undone for 24 hours. ended_*: whoever took it back, and when it came to nothing. What was credited to the one before stays theirs.';

create table handover_client (
  handover_id    bigint not null references handover on delete cascade,
  client_id      bigint not null references client,
  from_id        bigint references employee,
  link_id        bigint,
  replaced_id    bigint,
  outcome        text   check (outcome in ('moved', 'changed', 'undone', 'kept')),
  primary key (handover_id, client_id)
);
create index handover_client_by_client on handover_client (client_id);
comment on table handover_client is 'from_id: who had the client when it was proposed. outcome: moved; changed = somebody else had them by then, left alone; undone; kept = moved on since, not taken back. link_id, replaced_id: the links made and ended.';
