-- The list of the day by e-mail, in the morning.

create table day_mail (
  id        bigint      generated always as identity primary key,
  user_id   bigint      not null,
  day       date        not null check (isfinite(day)),
  next_at   timestamptz not null,
  attempts  integer     not null default 0,
  sent_at   timestamptz,
  failed_at timestamptz,
  unique (user_id, day)
);
comment on table day_mail is 'Who gets the list of which day by e-mail: one each. What it says is read when it is sent. Some days old, they are forgotten.';
create index day_mail_due on day_mail (next_at) where sent_at is null and failed_at is null;
