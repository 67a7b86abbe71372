-- A comment that was removed can be restored by whoever removed it, who gives its words back. They are kept nowhere: a fingerprint with a
-- key of the installation tells them from any others.
alter table record_comment
  add column removed_fingerprint text check (removed_fingerprint ~ '^[0-9a-f]{64}$'),
  add constraint record_comment_restorable check (removed_fingerprint is null or removed_at is not null);
comment on column record_comment.removed_fingerprint is 'By what the words of a removed comment are recognised; null where it stands, and where it was removed before this was kept.';
