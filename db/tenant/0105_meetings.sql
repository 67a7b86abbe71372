-- Meetings of the staff: with whom, when, and what came of them. A review is a meeting with a stage.

create type meeting_stage as enum ('r1', 'r2', 'r3', 'r4');
create type meeting_state as enum ('scheduled', 'held', 'no_show', 'canceled');
create type attendee_answer as enum ('pending', 'accepted', 'tentative', 'declined');

create table meeting (
  id           bigint        generated always as identity primary key,
  uid          uuid          not null default gen_random_uuid(),
  sequence     integer       not null default 0,
  employee_id  bigint        not null references employee,
  contact_id   bigint        references contact,
  client_id    bigint        references client,
  stage        meeting_stage,
  subject      text          not null check (length(subject) between 1 and 200),
  place        text          not null default '' check (length(place) <= 300),
  link         text          not null default '' check (length(link) <= 500),
  note         text          not null default '' check (length(note) <= 4000),
  starts_at    timestamptz   not null check (isfinite(starts_at)),
  ends_at      timestamptz   not null,
  invites      boolean       not null default false,
  handover_id  bigint        references handover,
  handed_from  bigint        references employee,
  state        meeting_state not null default 'scheduled',
  stage_before text,
  closed_at    timestamptz,
  closed_by    bigint,
  result       text          not null default '' check (length(result) <= 4000),
  created_at   timestamptz   not null,
  created_by   bigint        not null,
  version      integer       not null default 1,
  constraint meeting_times check (ends_at > starts_at and ends_at <= starts_at + interval '24 hours'),
  constraint meeting_of_stage check (stage is null or num_nonnulls(contact_id, client_id) >= 1),
  constraint meeting_closed check (
    (closed_at is null) = (state = 'scheduled') and (closed_by is null) = (closed_at is null) and (state <> 'canceled' or length(result) >= 3)),
  constraint meeting_handed check ((handed_from is null) = (handover_id is null)),
  constraint meeting_at unique (id, starts_at)
);
comment on table meeting is 'A meeting: whose it is (employee_id), about whom, and what came of it (result; of a cancelled one the reason). With a stage it is a review. A contact who became a client has both. handed_from: whose it was before that handover.';
comment on column meeting.uid is 'By which calendars know it; sequence counts the changes that they are told of.';
comment on column meeting.stage_before is 'The stage of the contact that the held review took further: it comes back when that is undone.';
comment on column meeting.invites is 'Attendees with an e-mail are told of it, of each change and of its end.';
create index meeting_by_time on meeting (starts_at, id);
create index meeting_by_owner on meeting (employee_id, starts_at, id);
create index meeting_with_contact on meeting (contact_id, starts_at, id) where contact_id is not null;
create index meeting_with_client on meeting (client_id, starts_at, id) where client_id is not null;
create index meeting_by_handover on meeting (handover_id) where handover_id is not null;
create unique index meeting_by_uid on meeting (uid);

create trigger meeting_is_current after insert on meeting referencing new table as incoming
  for each statement execute function refuse_merged_client();

create table meeting_attendee (
  id          bigint          generated always as identity primary key,
  meeting_id  bigint          not null,
  starts_at   timestamptz     not null,
  employee_id bigint          references employee,
  contact_id  bigint          references contact,
  client_id   bigint          references client,
  name        text            check (length(name) between 1 and 200),
  email       text            check (length(email) between 3 and 254),
  answer      attendee_answer not null default 'pending',
  answered_at timestamptz,
  constraint meeting_attendee_meeting foreign key (meeting_id, starts_at) references meeting (id, starts_at) on update cascade on delete cascade,
  constraint meeting_attendee_somebody check (
    (employee_id is not null)::int + (num_nonnulls(contact_id, client_id) > 0)::int + (name is not null)::int = 1),
  constraint meeting_attendee_guest check ((name is null) = (email is null))
);
comment on table meeting_attendee is 'Who takes part in a meeting: its owner and whom it is about among them. A guest is neither staff nor contact nor client, and has a name and an e-mail. starts_at is that of the meeting, and is kept by the reference.';
create unique index meeting_attendee_employee on meeting_attendee (meeting_id, employee_id) where employee_id is not null;
create unique index meeting_attendee_contact on meeting_attendee (meeting_id, contact_id) where contact_id is not null;
create unique index meeting_attendee_client on meeting_attendee (meeting_id, client_id) where client_id is not null;
create unique index meeting_attendee_guest_once on meeting_attendee (meeting_id, lower(email)) where email is not null;
create index meeting_attendee_day on meeting_attendee (employee_id, starts_at) where employee_id is not null;
create index meeting_attendee_of_contact on meeting_attendee (contact_id) where contact_id is not null;
create index meeting_attendee_of_client on meeting_attendee (client_id) where client_id is not null;
create index meeting_attendee_of_meeting on meeting_attendee (meeting_id, starts_at);

create trigger meeting_attendee_is_current after insert on meeting_attendee referencing new table as incoming
  for each statement execute function refuse_merged_client();
