-- Common words are looked for among the latest rows: notes of contacts in the order in which they were written, and the meetings of each member of staff
-- without a look at the row of their attendance.

create index record_comment_notes on record_comment (id) where words_text <> ' ';
drop index meeting_attendee_day;
create index meeting_attendee_day on meeting_attendee (employee_id, starts_at) include (meeting_id) where employee_id is not null;
