-- In which language somebody of the caller's own prefix reads: what they chose, or what their account was made with.
create function people_languages(p_users bigint[]) returns table (user_id bigint, idioma text)
  language sql stable security definer set search_path from current as
$$
  select u.id, coalesce(p.language, u.idioma)
    from membership m
    join tenant t on t.prefix = m.prefix and t.role_name = session_user
    join app_user u on u.id = m.user_id
    left join preference p on p.user_id = u.id
   where u.id = any(p_users)
$$;

revoke all on all functions in schema registry from public;
