-- What is sent to a client because somebody clicked is sent once, however often the call arrives: its key and what it was for stand with the e-mail.

alter table client_mail
  add column idempotency_key text,
  add column request_hash text,
  add constraint client_mail_request check ((idempotency_key is null) = (request_hash is null));
create unique index client_mail_idempotency on client_mail (idempotency_key) where idempotency_key is not null;
comment on column client_mail.idempotency_key is 'Of the call that sent it; null where a job or a client caused it, or the document that it brings has the key.';

alter table client_notice add column resend_key text;
create unique index client_notice_resend on client_notice (resend_key) where resend_key is not null;
comment on column client_notice.resend_key is 'Of the call that last tried it again.';
