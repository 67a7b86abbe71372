-- The chain over what was done: rows are written unchained with their change, and sealed a moment later by one sealer.

alter table audit_event
  -- Orders the chain: every transaction below the oldest one that runs is over, so nothing can come before what is sealed.
  add column tx   xid8 not null default pg_current_xact_id(),
  -- Goes with before and after: without it, nobody can try out what an erased one may have said.
  add column salt uuid not null default gen_random_uuid();
create index audit_event_by_tx on audit_event (tx, id);

-- One for each filter of the screen, in the order of the screen.
drop index audit_event_by_entity;
create index audit_event_by_time on audit_event (at, id);
create index audit_event_by_user on audit_event (user_id, at, id) where user_id is not null;
create index audit_event_by_action on audit_event (action, at, id);
create index audit_event_by_entity on audit_event (entity, at, id);
create index audit_event_by_record on audit_event (entity_id, entity, at, id) where entity_id is not null;
create index audit_event_by_address on audit_event (address, at, id) where address is not null;
create index audit_event_by_request on audit_event (request_id, at, id) where request_id is not null;

create table audit_seal (
  position  bigint      primary key check (position > 0),
  event_id  bigint      not null unique,
  tx        xid8        not null,
  digest    bytea       not null check (octet_length(digest) = 32),
  mac       bytea       not null check (octet_length(mac) = 32),
  sealed_at timestamptz not null
);
comment on table audit_seal is 'Append-only. The seal of one audit_event: an HMAC, with a key that is not in the database, over the seal before it, the row and the digest of its salted before and after.';
create trigger audit_seal_is_append_only before update or delete on audit_seal
  for each statement execute function refuse_change();
create trigger audit_seal_is_not_truncated before truncate on audit_seal
  for each statement execute function refuse_change();
