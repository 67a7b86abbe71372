-- The rule of a series can change: from one of its meetings on, or of all. What it left behind is told to calendars elsewhere.

alter table meeting_series
  add column starts_at timestamptz,
  drop constraint meeting_series_rule_check,
  -- A rule that ends earlier than it was given names that day.
  add constraint meeting_series_rule_check check (length(rule) between 1 and 320);
comment on table meeting_series is 'A recurrence rule (RFC 5545, 3.3.10) by the clock of time_zone, from starts_at on. Its occurrences are meetings; which of them were changed since stands in them.';
comment on column meeting_series.starts_at is 'Where the rule begins to count, whether or not a meeting is there still. Null: at the first of its meetings.';
update meeting_series s set starts_at = (select min(m.series_at) from meeting m where m.series_id = s.id);

alter table meeting_mail
  add column left_uid uuid,
  add column left_at  timestamptz[] not null default '{}',
  add constraint meeting_mail_left check (left_uid is not null or left_at = '{}'),
  add constraint meeting_mail_left_is_off check (left_uid is null or method = 'cancel');
comment on column meeting_mail.left_uid is 'As what calendars know what is off since a series repeats otherwise: at left_at, or all of it where that is empty.';
