-- The last held review of each person is marked, so that lists of reviews look at one row a person. A contact who became a client is the client.
alter table meeting add column is_last_review boolean not null default false;
comment on column meeting.is_last_review is 'A held review after which no other was held with the same person. Kept by mark_last_reviews.';

create index meeting_review_due on meeting (next_review_on, id) where is_last_review;
create index meeting_review_held on meeting (starts_at, id) where is_last_review;

-- Two reviews of one person that are closed at once wait for each other: by shares of the people, since a file may be about any number of them.
create function mark_last_reviews() returns trigger language plpgsql set search_path from current as
$$
declare
  people text[];
begin
  if tg_op = 'INSERT' then
    people := array(
      select distinct coalesce('c' || client_id, 'k' || contact_id) from new_rows where state = 'held' and stage is not null and num_nonnulls(client_id, contact_id) > 0);
  else
    people := array(
      select distinct p.person
        from old_rows o join new_rows n on n.id = o.id
       cross join lateral (values (coalesce('c' || o.client_id, 'k' || o.contact_id)), (coalesce('c' || n.client_id, 'k' || n.contact_id))) p (person)
       where (o.state, o.stage, o.starts_at, o.client_id, o.contact_id) is distinct from (n.state, n.stage, n.starts_at, n.client_id, n.contact_id)
         and (o.state = 'held' and o.stage is not null or n.state = 'held' and n.stage is not null) and p.person is not null);
  end if;
  if cardinality(people) = 0 then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtext('last review ' || current_schema()), s.share)
     from (select distinct abs(hashtext(p)) % 64 as share from unnest(people) p order by 1) s;
  update meeting m set is_last_review = w.is_last
    from (select r.id, r.is_held and row_number() over (partition by r.person order by r.is_held desc, r.starts_at desc, r.id desc) = 1 as is_last
            from (select c.id, c.starts_at, c.is_last_review, c.state = 'held' and c.stage is not null as is_held,
                         coalesce('c' || c.client_id, 'k' || c.contact_id) as person
                    from meeting c
                   where c.client_id = any(array(select substr(p, 2)::bigint from unnest(people) p where p like 'c%'))
                      or c.client_id is null and c.contact_id = any(array(select substr(p, 2)::bigint from unnest(people) p where p like 'k%'))) r
           where r.is_held or r.is_last_review) w
   where w.id = m.id and m.is_last_review <> w.is_last;
  return null;
end
$$;
create trigger meeting_marks_last_review after insert on meeting
  referencing new table as new_rows for each statement execute function mark_last_reviews();
create trigger meeting_marks_last_review_anew after update on meeting
  referencing old table as old_rows new table as new_rows for each statement execute function mark_last_reviews();

update meeting m set is_last_review = true
 where m.id in (
   select distinct on (coalesce('c' || r.client_id, 'k' || r.contact_id)) r.id
     from meeting r where r.state = 'held' and r.stage is not null
    order by coalesce('c' || r.client_id, 'k' || r.contact_id), r.starts_at desc, r.id desc);
