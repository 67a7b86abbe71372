-- Invitations to meetings on their way, and the private address of each one's calendar.

create table meeting_mail (
  id         bigint      generated always as identity primary key,
  meeting_id bigint      not null references meeting,
  client_id  bigint      references client,
  method     text        not null check (method in ('request', 'cancel')),
  sequence   integer     not null,
  recipient  text        not null check (length(recipient) between 3 and 254),
  name       text        not null check (length(name) between 1 and 200),
  idioma     text        not null,
  created_at timestamptz not null,
  next_at    timestamptz not null,
  attempts   integer     not null default 0,
  error      text
);
comment on table meeting_mail is 'Invitations that wait to be sent: what was sent, or given up, is gone. sequence: the state of the meeting that it tells of; of an older one nothing is said any more.';
create index meeting_mail_due on meeting_mail (next_at, id);
create index meeting_mail_of_meeting on meeting_mail (meeting_id);
create index meeting_mail_of_client on meeting_mail (client_id) where client_id is not null;

create table agenda_feed (
  user_id      bigint      primary key,
  token_digest text        not null unique check (length(token_digest) = 64),
  created_at   timestamptz not null,
  read_at      timestamptz
);
comment on table agenda_feed is 'By which address somebody''s calendar is read from elsewhere, as an HMAC of its token; read_at: when last, to the hour.';
