-- What contacts are searched by, in one index: of several words each was looked up in three columns before. Begins with a blank, so that the
-- beginning of a word is found in the same way everywhere.
create index contact_words on contact using gin ((' ' || name_text || ' ' || email_text || ' ' || phone_text) public.gin_trgm_ops);
drop index contact_trigrams;

-- Totals of those who want investments are read from the index alone, as those by type, work, reference and source are.
create index contact_by_interest on contact (wants_investments) include (employee_id, stage, amount_sort) where deleted_at is null;
