-- The pages that a person keeps at the top of the menu.

alter table preference add column favourites text[] not null default '{}'
  check (cardinality(favourites) <= 12 and array_position(favourites, null) is null and length(array_to_string(favourites, '')) <= 1500);
comment on column preference.favourites is 'Paths of screens without a record, in the order of the menu. Whether the person may open them is asked each time.';

drop function session_extras(uuid);
-- Replaces session_extras of 0005_session_ends: favourites.
create function session_extras(p_session uuid)
  returns table (has_password boolean, home_prefix text, layout jsonb, language text, active_currency text, favourites text[], settings_panel boolean, unread integer)
  language sql stable security definer set search_path from current as
$$
  select exists (select from credential c where c.user_id = s.user_id), u.home_prefix, p.layout, p.language, p.active_currency,
         coalesce(p.favourites, '{}'), t.settings_panel,
         (select count(*)::int from notification n
           where n.user_id = s.user_id and n.read_at is null and (n.prefix is null or n.prefix = s.prefix))
    from session s
    join tenant t on t.prefix = s.prefix and t.role_name = session_user
    join app_user u on u.id = s.user_id
    left join preference p on p.user_id = s.user_id
   where s.id = p_session
$$;

revoke all on all functions in schema registry from public;
