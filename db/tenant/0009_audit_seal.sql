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

-- A seal is 64 bytes, but a row of its own with its indexes costs as much as a fifth of a posting: those that are made at once stand in one.
create table audit_seal (
  position  bigint      primary key,
  rows      integer     not null check (rows > 0 and position >= rows),
  tx        xid8        not null,
  event_id  bigint      not null,
  event_ids bigint[]    not null,
  digests   bytea       not null check (octet_length(digests) = 32 * cardinality(event_ids)),
  macs      bytea       not null check (octet_length(macs) = 32 * cardinality(event_ids)),
  sealed_at timestamptz not null
);
-- Hashes can't be compressed; trying takes longer than all the rest.
alter table audit_seal alter column event_ids set storage external, alter column digests set storage external,
  alter column macs set storage external;
create unique index audit_seal_by_end on audit_seal (tx, event_id);
comment on table audit_seal is 'Append-only. The seals of up to some hundred audit_events that follow each other, each 32 bytes of macs: an HMAC, with a key that is not in the database, over the seal before it, the row and its 32 bytes of digests, which are of its salted before and after. position, tx, event_id: of the last of them; rows: how many were sealed.';
create trigger audit_seal_is_append_only before update or delete on audit_seal
  for each statement execute function refuse_change();
create trigger audit_seal_is_not_truncated before truncate on audit_seal
  for each statement execute function refuse_change();
