-- Panels that any record can have: comments with mentions, documents, who is in charge, tags. A record is named by its kind and its id.

create table record_comment (
  id         bigint      generated always as identity primary key,
  entity     text        not null check (entity ~ '^[a-z][A-Za-z]{1,39}$'),
  entity_id  bigint      not null,
  body       text        not null check (length(body) <= 4000),
  user_id    bigint      not null,
  cvl        text,
  acting_cvl text,
  version    integer     not null default 1,
  created_at timestamptz not null default now(),
  edited_at  timestamptz,
  removed_at timestamptz,
  removed_by bigint,
  constraint record_comment_removed check ((removed_at is null) = (removed_by is null) and (removed_at is null or body = ''))
);
create index record_comment_by_record on record_comment (entity, entity_id, id desc);
comment on table record_comment is 'What a person has written about a record. Of a removed one nothing is left but who wrote it and who removed it.';

create table record_mention (
  comment_id bigint not null references record_comment,
  user_id    bigint not null,
  name       text   not null check (length(name) between 1 and 200),
  primary key (comment_id, user_id)
);
comment on table record_mention is 'A colleague whom a comment names with an @, by the name that stands in it.';

create table record_attachment (
  id          bigint      generated always as identity primary key,
  entity      text        not null check (entity ~ '^[a-z][A-Za-z]{1,39}$'),
  entity_id   bigint      not null,
  file_id     uuid        not null unique references stored_file,
  description text        not null default '' check (length(description) <= 300),
  user_id     bigint      not null,
  acting_cvl  text,
  version     integer     not null default 1,
  created_at  timestamptz not null default now(),
  removed_at  timestamptz,
  removed_by  bigint,
  constraint record_attachment_removed check ((removed_at is null) = (removed_by is null))
);
create index record_attachment_by_record on record_attachment (entity, entity_id, id desc);
create index record_attachment_removed_at on record_attachment (removed_at) where removed_at is not null;
comment on table record_attachment is 'A document that belongs to a record. One that was removed can be restored for as long as its stored file stands.';

create table record_assignment (
  entity      text        not null check (entity ~ '^[a-z][A-Za-z]{1,39}$'),
  entity_id   bigint      not null,
  user_id     bigint,
  version     integer     not null default 1,
  assigned_at timestamptz not null default now(),
  assigned_by bigint      not null,
  primary key (entity, entity_id)
);
create index record_assignment_by_user on record_assignment (user_id) where user_id is not null;
comment on table record_assignment is 'Who is in charge of a record at the moment; nobody where the user is null. Who was before stands in the audit.';

create table tag (
  id         bigint      generated always as identity primary key,
  name       text        not null check (length(name) between 1 and 40),
  key        text        not null unique check (length(key) between 1 and 80),
  color      text        not null check (color in ('grey', 'blue', 'green', 'amber', 'red', 'violet')),
  version    integer     not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint
);
comment on table tag is 'A word of the firm to sort records by. The key is the name in lower case without accents: two tags never differ by those alone.';

create table record_tag (
  entity    text        not null check (entity ~ '^[a-z][A-Za-z]{1,39}$'),
  entity_id bigint      not null,
  tag_id    bigint      not null references tag on delete cascade,
  added_at  timestamptz not null default now(),
  added_by  bigint,
  primary key (entity, entity_id, tag_id)
);
create index record_tag_by_tag on record_tag (tag_id);
comment on table record_tag is 'A tag on a record.';
