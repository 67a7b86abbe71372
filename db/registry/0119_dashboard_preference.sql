-- What stands on a person's dashboard, and in which order.

alter table preference
  add column dashboard text[] check (cardinality(dashboard) <= 40);
comment on column preference.dashboard is 'The blocks that are shown, in their order; null: those of the role.';

drop function session_extras(uuid);
-- Replaces session_extras of 0112_day_preferences: dashboard.
create function session_extras(p_session uuid)
  returns table (has_password boolean, home_prefix text, layout jsonb, language text, active_currency text, favourites text[],
                 start_page text, day_mail boolean, dashboard text[], settings_panel boolean, unread integer)
  language sql stable security definer set search_path from current as
$$
  select exists (select from credential c where c.user_id = s.user_id), u.home_prefix, p.layout, p.language, p.active_currency,
         coalesce(p.favourites, '{}'), p.start_page, coalesce(p.day_mail, false), p.dashboard, t.settings_panel,
         (select count(*)::int from notification n
           where n.user_id = s.user_id and n.read_at is null and (n.prefix is null or n.prefix = s.prefix))
    from session s
    join tenant t on t.prefix = s.prefix and t.role_name = session_user
    join app_user u on u.id = s.user_id
    left join preference p on p.user_id = s.user_id
   where s.id = p_session
$$;

revoke all on all functions in schema registry from public;
