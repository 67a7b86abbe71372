-- Calls, meetings and follow-ups are found by what was written of them.

-- As toSearchText of rules/search-text.ts makes it. It begins with a blank, so that the beginning of a word is found in the same way everywhere.
create function to_search_words(p_text text) returns text language sql immutable strict parallel safe
return ' ' || btrim(regexp_replace(regexp_replace(translate(
    replace(replace(replace(lower(normalize(p_text, nfkd)), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđðı', 'olddi'),
    '[\u0300-\u036f]+', '', 'g'), '\s+', ' ', 'g'));
comment on function to_search_words(text) is 'A text as the search compares it: lower case, without accents, one blank before each word.';

alter table call add column words_text text not null generated always as (to_search_words(feedback || ' ' || observations)) stored;
alter table meeting add column words_text text not null generated always as (to_search_words(subject)) stored;
alter table follow_up add column words_text text not null generated always as (to_search_words(subject)) stored;
comment on column call.words_text is 'Feedback and observations as the search compares them.';
comment on column meeting.words_text is 'The subject as the search compares it.';
comment on column follow_up.words_text is 'The subject as the search compares it.';

-- Most calls say nothing: they take no place.
create index call_words on call using gin (words_text public.gin_trgm_ops) where words_text <> ' ';
create index meeting_words on meeting using gin (words_text public.gin_trgm_ops);
create index follow_up_words on follow_up using gin (words_text public.gin_trgm_ops);
