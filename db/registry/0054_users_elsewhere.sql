-- Whoever approves access by an e-mail sees whose it is already: the user of another prefix keeps their name and password.

-- The user who has the e-mail and works, or worked, in other prefixes only, as access would take them; none where nobody has it.
create function user_elsewhere(p_email text) returns table (full_name text, prefixes text[]) language sql stable security definer set search_path from current as
$$
  select u.full_name, array(select m.prefix::text from membership m where m.user_id = u.id order by m.prefix)
    from app_user u
   where u.email = lower(p_email) and own_prefix() is not null
     and not exists (select from membership m where m.user_id = u.id and m.prefix = own_prefix())
$$;
revoke all on all functions in schema registry from public;
