-- One prefix's firm: places, staff and who reports to whom.

create table setting (
  key        text        primary key,
  value      jsonb       not null,
  changed_at timestamptz not null default now()
);
comment on table setting is 'Settings of the prefix, by key.';

create table cvl (
  code       text        primary key check (code ~ '^[A-Z0-9][A-Z0-9-]{2,19}$'),
  given_at   timestamptz not null default now()
);
comment on table cvl is 'Every code ever given, staff and clients alike. Immutable and never used twice.';
create sequence cvl_number;

create function refuse_change() returns trigger language plpgsql as
$$
begin
  raise exception '% is append-only: % refused', tg_table_name, lower(tg_op)
    using errcode = 'AT001', hint = 'Correct by adding a reversal, never by changing what was written.';
end
$$;
create trigger cvl_is_append_only before update or delete on cvl for each statement execute function refuse_change();
create trigger cvl_is_not_truncated before truncate on cvl for each statement execute function refuse_change();

create table zone (
  id           bigint generated always as identity primary key,
  name         text   not null unique check (length(name) between 1 and 120),
  external_ref text   unique
);
comment on table zone is 'A commercial zone: offices belong to one, clients too.';

create table office (
  id           bigint generated always as identity primary key,
  name         text   not null unique check (length(name) between 1 and 120),
  zone_id      bigint not null references zone,
  city         text,
  external_ref text   unique
);
comment on table office is 'A branch of the firm.';
create index office_by_zone on office (zone_id);

create type staff_position as enum
  ('direction', 'supervisor', 'manager', 'partner', 'advisor', 'banker', 'investments', 'hr', 'administration');

create table employee (
  id            bigint         generated always as identity primary key,
  cvl           text           not null unique references cvl,
  name          text           not null check (length(name) between 1 and 120),
  surname       text           not null default '' check (length(surname) <= 160),
  email         text,
  phone         text,
  position      staff_position not null,
  office_id     bigint         not null references office,
  supervisor_id bigint         references employee check (supervisor_id <> id),
  hired_on      date,
  terminated_on date,
  external_ref  text           unique
);
comment on table employee is 'A member of staff. The position is the job; the right to do things is the role of the membership.';
create index employee_by_supervisor on employee (supervisor_id);
create index employee_by_office on employee (office_id);

create table employee_team (
  supervisor_id bigint not null references employee on delete cascade,
  employee_id   bigint not null references employee on delete cascade,
  primary key (supervisor_id, employee_id)
);
comment on table employee_team is 'Derived: each person with everybody under them at any depth, themselves included. Kept by a trigger on employee.';

-- A change of the tree rebuilds the whole table: hundreds of rows, rarely, and never half right.
create function rebuild_employee_team() returns trigger language plpgsql security definer set search_path from current as
$$
begin
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
create trigger employee_team_follows after insert or delete or update of supervisor_id on employee
  for each statement execute function rebuild_employee_team();
