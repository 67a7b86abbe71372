-- What clients are told by e-mail of their money: received, sent, about to mature.

create type notice_kind as enum ('contribution', 'maturity_30', 'maturity_7', 'payment');
create type notice_state as enum ('queued', 'sent', 'failed', 'skipped');

create table client_notice (
  id         bigint         generated always as identity primary key,
  client_id  bigint         not null references client,
  account_id bigint         not null references account,
  kind       notice_kind    not null,
  about_id   bigint         not null,
  about_on   date           not null,
  amount     numeric(18, 2) check (amount > 0),
  state      notice_state   not null default 'queued',
  reason     text           check (length(reason) between 1 and 80),
  idioma     text,
  recipient  text           check (length(recipient) <= 254),
  attempts   smallint       not null default 0 check (attempts >= 0),
  queued_at  timestamptz    not null default clock_timestamp(),
  next_at    timestamptz,
  sent_at    timestamptz,
  unique (kind, about_id, about_on),
  check ((state = 'sent') = (sent_at is not null)),
  check (state <> 'sent' or (recipient is not null and idioma is not null)),
  check (state <> 'skipped' or reason is not null)
);
comment on table client_notice is 'An e-mail to a client, written in the transaction of what it tells of, once for each kind, event and day. about_id: the journal of the contribution, the payment order, or the account that matures on about_on. Whom it goes to and in which language is settled when it is sent. next_at null: at once.';
comment on column client_notice.reason is 'Why it isn''t sent: why it was skipped, or the last failure as the mail server coded it.';
create index client_notice_due on client_notice (next_at nulls first, id) where state = 'queued';
create index client_notice_by_client on client_notice (client_id, queued_at desc, id desc);
create index client_notice_by_account on client_notice (account_id);
create index client_notice_newest on client_notice (queued_at, id);
