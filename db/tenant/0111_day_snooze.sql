-- What somebody has put off on the page of their day.

create table day_snooze (
  user_id bigint not null,
  reason  text   not null check (reason ~ '^[a-zA-Z]{1,20}:[0-9]{1,19}$'),
  until   date   not null check (isfinite(until)),
  primary key (user_id, reason)
);
comment on table day_snooze is 'Reasons of the list of one''s day that stay away until a day: its kind and the id of what it is about. Past ones go with the next that is put off.';
