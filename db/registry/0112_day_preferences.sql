-- Where a person begins after signing in, and whether the list of their day comes by e-mail in the morning.

alter table preference
  add column start_page text check (start_page in ('last', 'myDay')),
  add column day_mail   boolean not null default false;
comment on column preference.start_page is 'last: where the last visit ended, as for whoever has not chosen.';

drop function session_extras(uuid);
-- Replaces session_extras of 0056_favourites: start_page and day_mail.
create function session_extras(p_session uuid)
  returns table (has_password boolean, home_prefix text, layout jsonb, language text, active_currency text, favourites text[],
                 start_page text, day_mail boolean, settings_panel boolean, unread integer)
  language sql stable security definer set search_path from current as
$$
  select exists (select from credential c where c.user_id = s.user_id), u.home_prefix, p.layout, p.language, p.active_currency,
         coalesce(p.favourites, '{}'), p.start_page, coalesce(p.day_mail, false), t.settings_panel,
         (select count(*)::int from notification n
           where n.user_id = s.user_id and n.read_at is null and (n.prefix is null or n.prefix = s.prefix))
    from session s
    join tenant t on t.prefix = s.prefix and t.role_name = session_user
    join app_user u on u.id = s.user_id
    left join preference p on p.user_id = s.user_id
   where s.id = p_session
$$;

-- Who of the prefix wants the list of their day by e-mail, with the language that they read.
create function day_mail_people() returns table (user_id bigint, email text, username text, full_name text, idioma text, role text, cvl text)
  language sql stable security definer set search_path from current as
$$
  select u.id, u.email, u.username, u.full_name, coalesce(p.language, u.idioma), m.role, m.cvl
    from membership m
    join tenant t on t.prefix = m.prefix and t.role_name = session_user
    join app_user u on u.id = m.user_id
    join preference p on p.user_id = u.id
   where p.day_mail and m.ended_at is null and u.disabled_at is null
$$;

revoke all on all functions in schema registry from public;
