-- The timeline of a client reads each kind of entry from an index by client and time.

create index approval_by_client on approval (subject_client_id, made_at desc, id desc) where subject_client_id is not null;
create index record_comment_by_time on record_comment (entity, entity_id, created_at desc, id desc) where removed_at is null;
create index record_attachment_by_time on record_attachment (entity, entity_id, created_at desc, id desc) where removed_at is null;
create index call_of_client on call (client_id, called_on desc, id desc) where client_id is not null and called_on is not null;
