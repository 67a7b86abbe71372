-- The summary of a day by e-mail, to whoever sends it and to those above them.

create table summary_mail (
  id           bigint      generated always as identity primary key,
  user_id      bigint      not null,
  day          date        not null check (isfinite(day)),
  employee_id  bigint      references employee,
  view         text        not null check (view in ('individual', 'team')),
  idioma       text        not null,
  sent_by      bigint      not null,
  next_at      timestamptz not null,
  attempts     integer     not null default 0,
  sent_at      timestamptz,
  failed_at    timestamptz,
  request_key  text        not null,
  unique (request_key, user_id)
);
comment on table summary_mail is 'Who gets the summary of which day by e-mail, of all that they see or of the employee. What it says is read when it is sent, with their own rights. sent_by: the user who had it sent; request_key: sent twice by one wish, it goes out once. Some days old, they are forgotten.';
create index summary_mail_due on summary_mail (next_at) where sent_at is null and failed_at is null;
