-- A client is found by all that a merged record was called and reached by, not by its CVL alone. all_text is generated, and what it is made of cannot
-- be changed in every PostgreSQL there may be: the table is made anew, with the same order of columns.
create table client_search_with_merged (
  client_id     bigint not null,
  all_text      text   not null generated always as
    (' ' || name_text || ' ' || cvl_text || ' ' || email_text || ' ' || phone_text || ' ' || identity_text ||
     case when merged_text = '' then '' else ' ' || merged_text end || ' ' || bank_text) stored,
  name_text     text   not null,
  cvl_text      text   not null,
  email_text    text   not null,
  phone_text    text   not null,
  identity_text text   not null,
  bank_text     text   not null,
  merged_text   text   not null default ''
);
insert into client_search_with_merged (client_id, name_text, cvl_text, email_text, phone_text, identity_text, bank_text)
select client_id, name_text, cvl_text, email_text, phone_text, identity_text, bank_text from client_search order by client_id;
drop table client_search;
alter table client_search_with_merged rename to client_search;
alter table client_search add constraint client_search_pkey primary key (client_id),
  add constraint client_search_client_id_fkey foreign key (client_id) references client on delete cascade;
comment on table client_search is 'Normalised by the application: lower case, no accents; numbers without separators. Apart from client_list, so that a balance never touches the trigram index. all_text is what is searched in, and stands where it is found quickest. merged_text: what records that were merged into this one were called and reached by, and this one before it.';

-- What is known of records that were merged before: accents of the usual languages, as the application takes them off.
with merged as (
  select c.merged_into_id as client_id, c.id, concat_ws(' ', c.surname, c.name) as called, c.email, c.phone, c.identity_number
    from client c where c.merged_into_id is not null and c.erased_at is null
   union
  select coalesce(c.merged_into_id, c.id), c.id, concat_ws(' ', b ->> 'surname', b ->> 'name'), b ->> 'email', b ->> 'phone', b ->> 'identityNumber'
    from client_merge m
    join client c on c.id = m.survivor_id
   cross join lateral (select m.survivor_before) s (b)
   where m.state = 'done' and b is not null and c.erased_at is null
), texts as (
  select m.client_id, string_agg(concat_ws(' ',
           nullif(trim(regexp_replace(translate(lower(m.called), 'áàâãäåéèêëíìîïóòôõöúùûüñç', 'aaaaaaeeeeiiiiooooouuuunc'), '\s+', ' ', 'g')), ''),
           nullif(lower(m.email), ''),
           nullif(regexp_replace(m.phone, '\D', '', 'g'), ''),
           nullif(lower(regexp_replace(m.identity_number, '[^[:alnum:]]', '', 'g')), '')), ' ' order by m.id) as words
    from merged m group by m.client_id
)
update client_search s set merged_text = t.words from texts t where t.client_id = s.client_id and t.words <> '';

create index client_search_trigrams on client_search using gin (all_text public.gin_trgm_ops);
create index client_search_by_email on client_search (email_text) where email_text <> '';
create index client_search_by_phone on client_search (phone_text) where phone_text <> '';
create index client_search_of_merged on client_search (client_id) where merged_text <> '';
create trigger client_search_is_noted after insert or update or delete or truncate on client_search
  for each statement execute function note_client_list_change();
create trigger client_search_keeps_cvls before insert or update of cvl_text on client_search
  for each row execute function keep_merged_cvls();
do $$
begin
  if exists (select from client_search) then
    analyze client_search;
  end if;
end
$$;
