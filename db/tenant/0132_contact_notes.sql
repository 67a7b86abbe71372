-- Contacts are found by what was written of them too: observations, family, why they were lost, and what was noted on their page.

alter table contact add column words_text text not null generated always as (
  to_search_words(observations || ' ' || family || ' ' || coalesce(lost_note, ''))) stored;
comment on column contact.words_text is 'Observations, family and why they were lost, as the search compares them.';

alter table record_comment add column words_text text not null generated always as (
  case when entity = 'contact' and removed_at is null then to_search_words(body) else ' ' end) stored;
comment on column record_comment.words_text is 'What was noted on the page of a contact, as the search compares it; a blank for any other record.';

-- Most say nothing: they take no place.
create index contact_notes on contact using gin (words_text public.gin_trgm_ops) where words_text <> ' ';
create index record_comment_words on record_comment using gin (words_text public.gin_trgm_ops) where words_text <> ' ';
-- The latest contacts of each member of staff.
create index contact_latest_of_owner on contact (employee_id, created_at) where deleted_at is null;
