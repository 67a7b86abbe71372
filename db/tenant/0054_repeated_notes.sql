-- A comment or a document that is sent again, because the answer to the first did not arrive, is one: it names itself by a key.

alter table record_comment
  add column idempotency_key text,
  add column request_hash text,
  add constraint record_comment_request check ((idempotency_key is null) = (request_hash is null));
create unique index record_comment_idempotency on record_comment (idempotency_key);

alter table record_attachment
  add column idempotency_key text,
  add column request_hash text,
  add constraint record_attachment_request check ((idempotency_key is null) = (request_hash is null));
create unique index record_attachment_idempotency on record_attachment (idempotency_key);
