-- Comments can be pinned, and keep what they said before they were edited.

alter table record_comment
  add column pinned_at timestamptz,
  add column pinned_by bigint,
  add constraint record_comment_pinned check ((pinned_at is null) = (pinned_by is null) and (pinned_at is null or removed_at is null));
comment on column record_comment.pinned_at is 'Since when it stands above the others; null where it stands among them.';
create index record_comment_pinned_of on record_comment (entity, entity_id, pinned_at) where pinned_at is not null;

create table record_comment_version (
  comment_id bigint      not null references record_comment,
  version    integer     not null check (version >= 1),
  body       text        not null check (length(body) <= 4000),
  written_at timestamptz not null,
  user_id    bigint      not null,
  acting_cvl text,
  primary key (comment_id, version)
);
comment on table record_comment_version is 'What a comment said before an edit. Of a removed comment the words are gone here too; when somebody wrote stays.';
