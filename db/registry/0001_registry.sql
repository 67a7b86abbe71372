-- What all prefixes share: who signs in, where they belong, and their sessions. Lives in the schema "registry".

create table installation (
  key        text        primary key,
  value      jsonb       not null,
  changed_at timestamptz not null default now()
);
comment on table installation is 'Facts of this installation: what was seeded, which role names are used.';

create table tenant (
  prefix    text     primary key check (prefix ~ '^[a-z][a-z0-9_]{1,30}$'),
  role_name text     not null unique,
  ordinal   smallint not null unique
);
comment on table tenant is 'One row per prefix: its login role, and its ordinal, which keeps the id ranges of the prefixes apart.';

create table app_user (
  id          bigint      generated always as identity primary key,
  email       text        not null check (email = lower(email) and length(email) <= 254),
  username    text        not null check (length(username) between 1 and 100),
  full_name   text        not null,
  idioma      text        not null check (idioma in ('spanish', 'english', 'portuguese', 'mexican')),
  home_prefix text        not null references tenant,
  disabled_at timestamptz,
  created_at  timestamptz not null default now()
);
create unique index app_user_email on app_user (email);
create unique index app_user_username on app_user (lower(username));
comment on table app_user is 'A person who can sign in. The e-mail is kept in lower case.';

create table credential (
  user_id       bigint      primary key references app_user on delete cascade,
  password_hash text        not null,
  changed_at    timestamptz not null default now()
);
comment on table credential is 'argon2id hashes. Only the sign-in role may read them.';

create table membership (
  user_id bigint not null references app_user on delete cascade,
  prefix  text   not null references tenant,
  role    text   not null check (role in ('admin', 'direction', 'supervisor', 'manager', 'partner', 'advisor', 'banker', 'investments', 'hr', 'user')),
  cvl     text,
  primary key (user_id, prefix)
);
create unique index membership_cvl on membership (prefix, cvl) where cvl is not null;
comment on table membership is 'Where a user may work, as what, and as which member of staff (CVL).';

create table session (
  id         uuid        primary key default gen_random_uuid(),
  user_id    bigint      not null references app_user on delete cascade,
  prefix     text        not null,
  acting_cvl text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  address    text,
  foreign key (user_id, prefix) references membership on delete cascade
);
create index session_by_user on session (user_id) where revoked_at is null;
comment on table session is 'One sign-in. A token is good only while its row is: not expired, not revoked.';

create table sign_in_attempt (
  id         bigint      generated always as identity primary key,
  identity   text        not null,
  address    text        not null,
  succeeded  boolean     not null,
  at         timestamptz not null default now()
);
create index sign_in_attempt_recent on sign_in_attempt (identity, address, at desc);
create index sign_in_attempt_by_time on sign_in_attempt (at);
comment on table sign_in_attempt is 'Feeds the growing delay, by account and address together so that nobody can lock out the staff.';

create table audit_event (
  id         bigint      generated always as identity primary key,
  at         timestamptz not null default now(),
  user_id    bigint,
  action     text        not null,
  identity   text,
  address    text,
  request_id text
);
comment on table audit_event is 'Sign-ins, refused ones too: they happen before a prefix is known.';

-- The prefix of the role that is connected; null for any other role.
create function own_prefix() returns text language sql stable security definer set search_path from current as
$$ select prefix from tenant where role_name = session_user $$;

-- The session of a token, if it is good in the caller's own prefix; no row otherwise.
create function session_of(p_session uuid)
  returns table (user_id bigint, username text, email text, full_name text, idioma text, role text, cvl text, acting_cvl text,
                 prefixes text[], expires_at timestamptz, revoked_at timestamptz)
  language sql stable security definer set search_path from current as
$$
  select u.id, u.username, u.email, u.full_name, u.idioma, m.role, m.cvl, s.acting_cvl,
         array(select a.prefix from membership a where a.user_id = u.id order by a.prefix), s.expires_at, s.revoked_at
    from session s
    join app_user u on u.id = s.user_id and u.disabled_at is null
    join membership m on m.user_id = s.user_id and m.prefix = s.prefix
   where s.id = p_session and s.prefix = (select t.prefix from tenant t where t.role_name = session_user)
$$;

create function end_session(p_session uuid) returns void language sql security definer set search_path from current as
$$
  update session set revoked_at = coalesce(revoked_at, now())
   where id = p_session and prefix = (select t.prefix from tenant t where t.role_name = session_user)
$$;

revoke all on all functions in schema registry from public;
