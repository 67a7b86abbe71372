-- Memberships that end, working in the view of another CVL, and what a prefix may do with its own people's access.

alter table membership add column ended_at timestamptz;
comment on table password_reset is 'Links that set a password: single use, 30 minutes; those of invitations a week. Only the HMAC of the link''s token is kept.';
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
                 disabled boolean, ended_at timestamptz, has_way_in boolean)
  language sql stable security definer set search_path from current as
$$
  select u.id, u.email, u.username, u.full_name, m.role, m.cvl,
         exists (select from totp f where f.user_id = u.id and f.confirmed_at is not null) or exists (select from passkey k where k.user_id = u.id),
         u.disabled_at is not null, m.ended_at,
         u.google_subject is not null or exists (select from credential c where c.user_id = u.id)
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
$$ select from tenant where role_name = session_user for no key update $$;

-- What stands against letting somebody sign in to the caller's own prefix: the e-mail is of somebody who works here, or did, or is barred;
-- the user name is another's. Null: nothing. Who works elsewhere keeps the user name they have.
create function own_access_bar(p_email text, p_username text) returns text language sql stable security definer set search_path from current as
$$
  select case when u.id is not null and (u.disabled_at is not null
                or exists (select from membership m where m.user_id = u.id and m.prefix = own_prefix())) then 'email'
              when u.id is null and exists (select from app_user n where lower(n.username) = lower(p_username)) then 'username' end
    from (values (1)) as one left join app_user u on u.email = lower(p_email)
$$;

-- Lets somebody work in the caller's own prefix as that member of staff; a new user, or one who works elsewhere already. Null where
-- something stands against it.
create function give_own_access(p_email text, p_username text, p_full_name text, p_idioma text, p_role text, p_cvl text)
  returns bigint language plpgsql security definer set search_path from current as
$$
declare
  v_user bigint;
begin
  if own_access_bar(p_email, p_username) is not null then
    return null;
  end if;
  insert into app_user (email, username, full_name, idioma, home_prefix)
  select lower(p_email), p_username, p_full_name, p_idioma, own_prefix()
   where not exists (select from app_user u where u.email = lower(p_email))
      on conflict do nothing;
  select u.id into v_user from app_user u where u.email = lower(p_email);
  insert into membership (user_id, prefix, role, cvl) values (v_user, own_prefix(), p_role, p_cvl);
  return v_user;
end
$$;

-- Queues the invitation of somebody whose home is the caller's own prefix and who has no way in yet: nobody else's password can be set by
-- it. The link's earlier ones end. False where there is nobody to invite.
create function invite_own(p_user bigint, p_token_hash text, p_expires_at timestamptz, p_address text, p_secret text, p_at timestamptz)
  returns boolean language plpgsql security definer set search_path from current as
$$
declare
  v_user app_user;
begin
  select u.* into v_user from app_user u
    join membership m on m.user_id = u.id and m.prefix = u.home_prefix and m.ended_at is null
   where u.id = p_user and u.home_prefix = own_prefix() and u.disabled_at is null and u.google_subject is null
     and not exists (select from credential c where c.user_id = u.id)
     for no key update of u;
  if v_user.id is null then
    return false;
  end if;
  update password_reset r set used_at = p_at where r.user_id = p_user and r.used_at is null;
  insert into password_reset (token_hash, user_id, expires_at, address, created_at) values (p_token_hash, p_user, p_expires_at, p_address, p_at);
  insert into mail (recipient, idioma, template, secret, created_at, next_at) values (v_user.email, v_user.idioma, 'access.given', p_secret, p_at, p_at);
  return true;
end
$$;

create index audit_event_by_time on audit_event (at, id);

-- What the caller's own prefix may read of the registry's audit: what happened in it, who came to it or left it for another, and what
-- happened to its people before any prefix was known. What happened in another prefix is that one's.
create view own_access as
select e.*
  from audit_event e
  join tenant t on t.role_name = session_user
 where e.prefix = t.prefix
    or (e.action = 'prefix.switched' and e.details ->> 'from' = t.prefix)
    or (e.prefix is null and exists (select from membership m where m.user_id = e.user_id and m.prefix = t.prefix));

-- A page of it. Whom somebody said to be shows by its first letters.
create function own_accesses(p_from timestamptz, p_to timestamptz, p_user bigint, p_action text, p_address text,
                             p_newest boolean, p_limit integer, p_offset bigint)
  returns table (id bigint, at timestamptz, person_name text, identity text, action text, address text, request_id text, sealed boolean)
  language plpgsql stable security definer set search_path from current as
$$
begin
  return query execute format($query$
    select e.id, e.at, u.full_name, regexp_replace(e.identity, '([^@])[^@]*', '\1***', 'g'), e.action, e.address, e.request_id,
           coalesce((select e.id = any(b.event_ids) from audit_seal b where (b.tx, b.event_id) >= (e.tx, e.id)
                      order by b.tx, b.event_id limit 1), false)
      from (select * from own_access a
             where ($1 is null or a.at >= $1) and ($2 is null or a.at < $2) and ($3 is null or a.user_id = $3)
               and ($4 is null or a.action = $4) and ($5 is null or a.address = $5)
             order by a.at %1$s, a.id %1$s limit $6 offset $7) e
      left join app_user u on u.id = e.user_id
     order by e.at %1$s, e.id %1$s $query$, case when p_newest then 'desc' else 'asc' end)
    using p_from, p_to, p_user, p_action, p_address, p_limit, p_offset;
end
$$;

create function own_access_count(p_from timestamptz, p_to timestamptz, p_user bigint, p_action text, p_address text)
  returns integer language sql stable security definer set search_path from current as
$$
  select count(*)::integer from own_access a
   where (p_from is null or a.at >= p_from) and (p_to is null or a.at < p_to) and (p_user is null or a.user_id = p_user)
     and (p_action is null or a.action = p_action) and (p_address is null or a.address = p_address)
$$;

revoke all on all functions in schema registry from public;
