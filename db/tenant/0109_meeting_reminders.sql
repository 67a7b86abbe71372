-- Whoever takes part in a meeting is reminded of it shortly before.

alter table meeting add column reminded_at timestamptz;
comment on column meeting.reminded_at is 'When the staff was reminded of it, for the time at which it was planned then; a move takes it back.';
create index meeting_to_remind on meeting (starts_at) where state = 'scheduled' and reminded_at is null;

create function forget_meeting_reminder() returns trigger language plpgsql as $$
begin
  new.reminded_at := null;
  return new;
end $$;
create trigger meeting_is_reminded_anew before update of starts_at on meeting
  for each row when (old.starts_at is distinct from new.starts_at) execute function forget_meeting_reminder();
