-- Meetings that repeat: each occurrence is a meeting of its own.

create table meeting_series (
  id         bigint      generated always as identity primary key,
  uid        uuid        not null unique default gen_random_uuid(),
  rule       text        not null check (length(rule) between 1 and 300),
  time_zone  text        not null,
  created_at timestamptz not null
);
comment on table meeting_series is 'A recurrence rule (RFC 5545, 3.3.10) as it was given, by the clock of time_zone. Its occurrences are meetings; which of them were changed since stands in them.';

alter table meeting
  add column series_id bigint      references meeting_series,
  add column series_at timestamptz,
  add constraint meeting_of_series check ((series_at is null) = (series_id is null));
comment on column meeting.series_at is 'When the rule has it: calendars know the occurrence by it, whenever it is now.';
create unique index meeting_occurrence on meeting (series_id, series_at) where series_id is not null;

alter table meeting_mail
  add column also         bigint[] not null default '{}',
  add column whole_series boolean  not null default false;
comment on column meeting_mail.also is 'Other meetings of the series of which the same letter tells. whole_series: it brings the rule.';
