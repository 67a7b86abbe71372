-- What staff let us read of their own Google calendars.

create table google_consent (
  state_digest text        primary key check (length(state_digest) = 64),
  user_id      bigint      not null,
  verifier     text        not null,
  expires_at   timestamptz not null
);
comment on table google_consent is 'Who was sent to Google to consent, by an HMAC of what comes back with them; verifier: sealed, of PKCE (RFC 7636). Used once.';

create type google_connection_state as enum ('connected', 'reconnect');
create table google_connection (
  user_id       bigint      primary key,
  connection_id uuid        not null unique default gen_random_uuid(),
  email         text        not null check (length(email) between 3 and 254),
  refresh_token text        not null,
  scopes        text[]      not null,
  connected_at  timestamptz not null,
  state         google_connection_state not null default 'connected',
  problem       text        check (problem in ('revoked', 'scope', 'blocked', 'limited', 'unreachable', 'misconfigured', 'tooMany')),
  failures      integer     not null default 0,
  sync_token    text,
  full_sync_on  date,
  synced_at     timestamptz,
  next_sync_at  timestamptz not null,
  constraint google_connection_asks check (state = 'connected' or problem is not null)
);
comment on table google_connection is 'Whose Google calendar is read, in the firm that they connected it in. refresh_token: sealed. sync_token: from where Google tells what has changed; full_sync_on: when all of it was read last. Only its own person sees what was read.';
comment on column google_connection.problem is 'What came of the last attempt, null where it went well; with the state reconnect only its person can mend it.';
create index google_connection_due on google_connection (next_sync_at) where state = 'connected';

create table google_event (
  user_id    bigint      not null references google_connection on delete cascade,
  event_id   text        not null check (length(event_id) between 1 and 1024),
  starts_at  timestamptz not null,
  ends_at    timestamptz not null check (ends_at >= starts_at),
  is_all_day boolean     not null,
  is_busy    boolean     not null,
  title      text        not null,
  ical_uid   text,
  read_by    uuid        not null,
  primary key (user_id, event_id)
);
comment on table google_event is 'Events of somebody''s own Google calendar, some weeks back and half a year ahead. title: sealed, shown to that person alone; others learn at most that they are busy. Days without a time count by the clock of the firm. read_by: the reading of all that saw it.';
create index google_event_ends on google_event (user_id, ends_at);
