-- A mention that an edit takes out of a comment stays known, so that nobody is notified twice when it comes back.
alter table record_mention add column is_dropped boolean not null default false;
comment on column record_mention.is_dropped is 'An edit took it out of the text; who was notified of the comment is not notified again.';
