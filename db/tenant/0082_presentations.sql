-- Presentations for a second review (R2): what is proposed to a client, as a draft, and what was shown, for good.

create table presentation (
  id              bigint      generated always as identity primary key,
  client_id       bigint      not null references client,
  title           text        not null check (length(title) between 1 and 120),
  content         jsonb       not null,
  version         integer     not null default 1,
  created_by      bigint      not null,
  created_at      timestamptz not null,
  changed_by      bigint      not null,
  changed_at      timestamptz not null,
  idempotency_key text        not null unique,
  request_hash    text        not null
);
comment on table presentation is 'What somebody prepares to propose to a client, as it stands now. content: message, parts and proposal, as the contract has them.';
create index presentation_by_client on presentation (client_id, id desc);

create table presentation_version (
  id              bigint      generated always as identity primary key,
  presentation_id bigint      not null references presentation,
  number          integer     not null check (number > 0),
  idioma          text        not null,
  content         jsonb       not null,
  made_by         bigint      not null,
  acting_cvl      text,
  made_at         timestamptz not null,
  idempotency_key text        not null unique,
  request_hash    text        not null,
  constraint presentation_version_number unique (presentation_id, number)
);
comment on table presentation_version is 'A presentation as it was made: its texts, the situation of the client and the figures of the proposal on that day. PDF and PPTX are drawn from it, so they never change.';
create trigger presentation_version_is_append_only before update or delete on presentation_version
  for each statement execute function refuse_change();
create trigger presentation_version_is_not_truncated before truncate on presentation_version
  for each statement execute function refuse_change();
