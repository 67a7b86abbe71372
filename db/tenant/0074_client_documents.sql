-- The documents of a client: what was signed, what came from them, and what the product itself made for them.

create type client_document_kind as enum ('contract', 'mandate', 'proof', 'statement', 'consent', 'report', 'presentation', 'other');
create type client_document_origin as enum ('upload', 'product');

create table client_document (
  id              bigint                 generated always as identity primary key,
  client_id       bigint                 not null references client,
  kind            client_document_kind   not null,
  origin          client_document_origin not null,
  file_id         uuid                   not null unique references stored_file,
  title           text                   not null check (length(title) between 1 and 200),
  document_date   date                   not null,
  retain_until    date                   check (retain_until >= document_date),
  user_id         bigint,
  acting_cvl      text,
  version         integer                not null default 1,
  created_at      timestamptz            not null default now(),
  removed_at      timestamptz,
  removed_by      bigint,
  idempotency_key text,
  request_hash    text,
  constraint client_document_removed check ((removed_at is null) = (removed_by is null)),
  constraint client_document_request check ((idempotency_key is null) = (request_hash is null))
);
comment on table client_document is 'A document in the file of a client. Until retain_until, its last day, nobody removes it. user_id null: a client or a job caused it. One that was removed can be restored for as long as its stored file stands.';
create index client_document_by_client on client_document (client_id, id desc);
create index client_document_removed_at on client_document (removed_at) where removed_at is not null;
create unique index client_document_idempotency on client_document (idempotency_key);
