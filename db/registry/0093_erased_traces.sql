-- What people of a prefix were told of a client, and what they typed about them and never sent: it goes with the client.

-- Notifications and drafts of the caller's prefix that lead to one of the links, or hold one of the texts; answers how many went.
create function erase_own_traces(p_links text[], p_texts text[]) returns integer
  language plpgsql security definer set search_path from current as
$$
declare
  notifications integer;
  drafts        integer;
begin
  delete from notification n
   where n.prefix = own_prefix()
     and (exists (select from unnest(p_links) l (link) where n.link = l.link or starts_with(n.link, l.link || '/') or starts_with(n.link, l.link || '?') or starts_with(n.link, l.link || '#'))
          or exists (select from unnest(p_texts) t (words) where strpos(lower(n.params::text), lower(t.words)) > 0));
  get diagnostics notifications = row_count;
  delete from draft d
   where d.prefix = own_prefix()
     and (exists (select from unnest(p_links) l (link) where strpos(d.form || '/', l.link || '/') > 0)
          or exists (select from unnest(p_texts) t (words) where strpos(lower(d.content::text), lower(t.words)) > 0));
  get diagnostics drafts = row_count;
  return notifications + drafts;
end
$$;
