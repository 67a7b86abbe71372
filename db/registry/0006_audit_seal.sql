-- The registry's own audit is chained as those of the prefixes are, and each prefix may read what its people did there.

alter table audit_event
  add column tx   xid8 not null default pg_current_xact_id(),
  add column salt uuid not null default gen_random_uuid();
create index audit_event_by_tx on audit_event (tx, id);

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
alter table audit_seal alter column event_ids set storage external, alter column digests set storage external,
  alter column macs set storage external;
create unique index audit_seal_by_end on audit_seal (tx, event_id);
comment on table audit_seal is 'The seals of audit_events that follow each other, as in the prefixes.';

-- Who is meant by an id in the audit: everybody who works in the caller's own prefix, or belongs there; of these ids only, if any are given.
create function people_named(p_users bigint[]) returns table (user_id bigint, full_name text)
  language sql stable security definer set search_path from current as
$$
  select u.id, u.full_name
    from app_user u join tenant t on t.role_name = session_user
   where (p_users is null or u.id = any(p_users))
     and (u.home_prefix = t.prefix or exists (select from membership m where m.user_id = u.id and m.prefix = t.prefix))
$$;

revoke all on all functions in schema registry from public;
