-- What somebody is to do about a contact or a client, and by when.

create type follow_up_state as enum ('in_progress', 'finished', 'deleted');
create type follow_up_priority as enum ('low', 'normal', 'high');

create table follow_up (
  id           bigint             generated always as identity primary key,
  employee_id  bigint             not null references employee,
  contact_id   bigint             references contact,
  client_id    bigint             references client,
  subject      text               not null check (length(subject) between 1 and 200),
  note         text               not null default '' check (length(note) <= 4000),
  due_on       date               not null check (isfinite(due_on)),
  priority     follow_up_priority not null default 'normal',
  amount       numeric(18, 2)     check (amount > 0),
  state        follow_up_state    not null default 'in_progress',
  result       text               not null default '' check (length(result) <= 1000),
  closed_at    timestamptz,
  closed_by    bigint,
  created_by   bigint             not null,
  created_at   timestamptz        not null,
  handover_id  bigint             references handover,
  handed_from  bigint             references employee,
  version      integer            not null default 1,
  check (contact_id is not null or client_id is not null),
  check ((state = 'in_progress') = (closed_at is null)),
  check ((closed_at is null) = (closed_by is null)),
  check (state <> 'deleted' or length(result) >= 3),
  check ((handover_id is null) = (handed_from is null))
);
comment on table follow_up is 'Something to be done about a contact or a client: by whom (employee_id), until when, and what it may bring (amount). deleted = cancelled: the row stays, with its reason in result. A contact who became a client has both. handed_from: whose it was before that handover.';
create index follow_up_by_owner on follow_up (employee_id, due_on, id);
create index follow_up_by_day on follow_up (due_on, id);
create index follow_up_with_contact on follow_up (contact_id, due_on, id) where contact_id is not null;
create index follow_up_with_client on follow_up (client_id, due_on, id) where client_id is not null;
create index follow_up_by_handover on follow_up (handover_id) where handover_id is not null;

create trigger follow_up_is_current after insert on follow_up referencing new table as incoming
  for each statement execute function refuse_merged_client();
