-- Memberships that end, working in the view of another CVL, and what a prefix may do with its own people's access.

alter table membership add column ended_at timestamptz;
comment on column membership.ended_at is 'When the person stopped working in the prefix: no session of theirs there is good any more.';

-- Where somebody comes in: home, or, when they work there no more, another prefix of theirs. No row for whoever works nowhere.
create view entry as
select u.id as user_id, m.prefix
  from app_user u
  join lateral (select o.prefix from membership o where o.user_id = u.id and o.ended_at is null
                 order by o.prefix <> u.home_prefix, o.prefix limit 1) m on true
 where u.disabled_at is null;

drop function session_of(uuid);
-- The session of a token, if it is good in the caller's own prefix; no row otherwise. With it what every request asks: states, settings,
-- choices, and the user in whose view the person works, where that CVL has one.
create function session_of(p_session uuid)
  returns table (user_id bigint, username text, email text, full_name text, idioma text, role text, cvl text, acting_cvl text,
                 acting_user_id bigint, acting_role text,
                 prefixes text[], created_at timestamptz, expires_at timestamptz, revoked_at timestamptz, active_at timestamptz,
                 locked_at timestamptz, second_factor_at timestamptz, has_second_factor boolean, needs_second_factor boolean,
                 maintenance jsonb)
  language sql stable security definer set search_path from current as
$$
  select u.id, u.username, u.email, u.full_name, u.idioma, m.role, m.cvl, s.acting_cvl, a.user_id, a.role,
         array(select o.prefix from membership o where o.user_id = u.id and o.ended_at is null order by o.prefix),
         s.created_at, s.expires_at, s.revoked_at,
         coalesce(s.active_at, s.created_at), s.locked_at, s.second_factor_at,
         exists (select from totp f where f.user_id = u.id and f.confirmed_at is not null) or exists (select from passkey k where k.user_id = u.id),
         m.role = any(t.second_factor_roles), t.maintenance
    from session s
    join tenant t on t.prefix = s.prefix and t.role_name = session_user
    join app_user u on u.id = s.user_id and u.disabled_at is null
    join membership m on m.user_id = s.user_id and m.prefix = s.prefix and m.ended_at is null
    left join membership a on a.prefix = s.prefix and a.cvl = s.acting_cvl and a.ended_at is null
   where s.id = p_session
$$;

-- Works in the view of that CVL from now on; null: in one's own.
create function set_acting_cvl(p_session uuid, p_cvl text) returns void language sql security definer set search_path from current as
$$
  update session set acting_cvl = p_cvl
   where id = p_session and prefix = (select t.prefix from tenant t where t.role_name = session_user) and revoked_at is null
$$;

-- Everybody who works in the caller's own prefix, or did.
drop function own_people();
create function own_people()
  returns table (user_id bigint, email text, username text, full_name text, role text, cvl text, has_second_factor boolean,
                 disabled boolean, ended_at timestamptz)
  language sql stable security definer set search_path from current as
$$
  select u.id, u.email, u.username, u.full_name, m.role, m.cvl,
         exists (select from totp f where f.user_id = u.id and f.confirmed_at is not null) or exists (select from passkey k where k.user_id = u.id),
         u.disabled_at is not null, m.ended_at
    from membership m
    join tenant t on t.prefix = m.prefix and t.role_name = session_user
    join app_user u on u.id = m.user_id
$$;

-- Gives somebody of the caller's own prefix another role. False where they don't work here.
create function set_own_role(p_user bigint, p_role text) returns boolean language sql security definer set search_path from current as
$$
  with changed as (
    update membership m set role = p_role from tenant t
     where t.prefix = m.prefix and t.role_name = session_user and m.user_id = p_user and m.ended_at is null returning 1)
  select exists (select from changed)
$$;

-- Ends somebody's work in the caller's own prefix, or lets them in again; their sessions there end with it.
create function set_own_membership_end(p_user bigint, p_ended_at timestamptz) returns void language sql security definer set search_path from current as
$$
  update membership m set ended_at = p_ended_at from tenant t
   where t.prefix = m.prefix and t.role_name = session_user and m.user_id = p_user;
  update session s set revoked_at = coalesce(s.revoked_at, p_ended_at) from tenant t
   where t.prefix = s.prefix and t.role_name = session_user and s.user_id = p_user and p_ended_at is not null;
$$;

-- Serialises changes of who administers the prefix: of two at once, the second sees what the first left.
create function lock_own_people() returns void language sql security definer set search_path from current as
$$ select from tenant where role_name = session_user for update $$;

revoke all on all functions in schema registry from public;
