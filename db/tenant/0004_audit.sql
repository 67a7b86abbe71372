-- Who did what, when, to which record. Written in the transaction of the change itself.

create table audit_event (
  id         bigint      generated always as identity primary key,
  at         timestamptz not null default clock_timestamp(),
  user_id    bigint,
  cvl        text,
  acting_cvl text,
  action     text        not null,
  entity     text        not null,
  entity_id  bigint,
  before     jsonb,
  after      jsonb,
  request_id text,
  address    text
);
comment on table audit_event is 'Append-only. user_id is null for the command line and for jobs. Identity numbers and IBANs never stand here in clear.';
create index audit_event_by_entity on audit_event (entity, entity_id, id) where entity_id is not null;

create trigger audit_event_is_append_only before update or delete on audit_event
  for each statement execute function refuse_change();
create trigger audit_event_is_not_truncated before truncate on audit_event
  for each statement execute function refuse_change();
