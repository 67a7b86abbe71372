-- What a session can be in besides open, what guards an account besides the password, and what a person keeps.

alter table tenant
  add column maintenance         jsonb,
  add column second_factor_roles text[]  not null default '{}',
  add column settings_panel      boolean not null default true,
  add column settings_version    integer not null default 1;
comment on column tenant.maintenance is '{since, message, until} while the prefix is closed to all but its administrators.';
comment on column tenant.settings_version is 'Counts changes of the settings, so that of two administrators the second sees the conflict.';

alter table session
  add column agent            text check (length(agent) <= 300),
  add column active_at        timestamptz,
  add column locked_at        timestamptz,
  add column second_factor_at timestamptz,
  add column challenge        text,
  add column challenge_at     timestamptz;
comment on column session.active_at is 'When the person last moved: kept by heartbeats. Idle for 30 minutes, a session is over.';
comment on column session.second_factor_at is 'When a second factor was last given; null where none was.';
comment on column session.challenge is 'The WebAuthn challenge that is being answered; used once.';

alter table app_user add column google_subject text unique;
comment on column app_user.google_subject is 'Google''s own id of the account that first signed in with this e-mail; another one is refused.';

create table totp (
  user_id      bigint      primary key references app_user on delete cascade,
  secret       text        not null,
  confirmed_at timestamptz,
  last_step    bigint      not null default 0,
  created_at   timestamptz not null default now()
);
comment on table totp is 'Authenticator apps. The secret is encrypted with a key of the installation; last_step makes each code count once.';

create table passkey (
  id            bigint      generated always as identity primary key,
  user_id       bigint      not null references app_user on delete cascade,
  credential_id text        not null unique,
  public_key    bytea       not null,
  counter       bigint      not null default 0,
  transports    text[]      not null default '{}',
  name          text        not null check (length(name) between 1 and 80),
  created_at    timestamptz not null default now(),
  used_at       timestamptz
);
create index passkey_by_user on passkey (user_id);
comment on table passkey is 'WebAuthn credentials of a person.';

create table recovery_code (
  user_id    bigint      not null references app_user on delete cascade,
  code_hash  text        not null,
  used_at    timestamptz,
  created_at timestamptz not null default now(),
  primary key (user_id, code_hash)
);
comment on table recovery_code is 'Ten single-use codes for whoever lost the second factor; HMACs, never the codes.';

create table password_reset (
  token_hash text        primary key,
  user_id    bigint      not null references app_user on delete cascade,
  expires_at timestamptz not null,
  used_at    timestamptz,
  address    text,
  created_at timestamptz not null default now()
);
create index password_reset_by_user on password_reset (user_id);
comment on table password_reset is 'Links that set a new password: single use, 30 minutes. Only the HMAC of the link''s token is kept.';

create table mail (
  id         bigint      generated always as identity primary key,
  recipient  text        not null,
  idioma     text        not null,
  template   text        not null,
  secret     text,
  created_at timestamptz not null default now(),
  attempts   smallint    not null default 0,
  next_at    timestamptz not null default now(),
  sent_at    timestamptz,
  failed_at  timestamptz,
  error      text
);
create index mail_waiting on mail (next_at) where sent_at is null and failed_at is null;
comment on table mail is 'E-mails to send, written in the transaction of what they are about. secret: what the template needs, encrypted; gone once it is sent.';

create table preference (
  user_id         bigint      primary key references app_user on delete cascade,
  layout          jsonb,
  language        text        check (language in ('spanish', 'english', 'portuguese', 'mexican')),
  active_currency text        check (active_currency ~ '^[A-Z]{3}$'),
  changed_at      timestamptz not null default now()
);
comment on table preference is 'What a person has chosen. A change of prefix takes the language back.';

create table draft (
  user_id  bigint      not null references app_user on delete cascade,
  prefix   text        not null references tenant,
  form     text        not null check (length(form) between 1 and 200),
  content  jsonb       not null check (pg_column_size(content) <= 65536),
  saved_at timestamptz not null default now(),
  primary key (user_id, prefix, form)
);
comment on table draft is 'What was typed into a form and not yet sent: it survives an idle sign-out, for that person in that prefix only.';

create table notification (
  id      bigint      generated always as identity primary key,
  user_id bigint      not null references app_user on delete cascade,
  prefix  text        references tenant,
  kind    text        not null,
  params  jsonb       not null default '{}',
  link    text,
  at      timestamptz not null default now(),
  read_at timestamptz
);
create index notification_by_user on notification (user_id, id desc);
create index notification_by_time on notification (at);
create index notification_unread on notification (user_id) where read_at is null;
comment on table notification is 'What a person was told. Without a prefix it concerns the person wherever they work.';

alter table audit_event add column prefix text, add column details jsonb;

drop function session_of(uuid);
-- The session of a token, if it is good in the caller's own prefix; no row otherwise. With it what every request asks: states, settings, choices.
create function session_of(p_session uuid)
  returns table (user_id bigint, username text, email text, full_name text, idioma text, role text, cvl text, acting_cvl text,
                 prefixes text[], created_at timestamptz, expires_at timestamptz, revoked_at timestamptz, active_at timestamptz,
                 locked_at timestamptz, second_factor_at timestamptz, has_second_factor boolean, needs_second_factor boolean,
                 maintenance jsonb)
  language sql stable security definer set search_path from current as
$$
  select u.id, u.username, u.email, u.full_name, u.idioma, m.role, m.cvl, s.acting_cvl,
         array(select a.prefix from membership a where a.user_id = u.id order by a.prefix), s.created_at, s.expires_at, s.revoked_at,
         coalesce(s.active_at, s.created_at), s.locked_at, s.second_factor_at,
         exists (select from totp f where f.user_id = u.id and f.confirmed_at is not null) or exists (select from passkey k where k.user_id = u.id),
         m.role = any(t.second_factor_roles), t.maintenance
    from session s
    join tenant t on t.prefix = s.prefix and t.role_name = session_user
    join app_user u on u.id = s.user_id and u.disabled_at is null
    join membership m on m.user_id = s.user_id and m.prefix = s.prefix
   where s.id = p_session
$$;

-- What the web app is told once, besides who somebody is.
create function session_extras(p_session uuid)
  returns table (has_password boolean, layout jsonb, language text, active_currency text, settings_panel boolean, unread integer)
  language sql stable security definer set search_path from current as
$$
  select exists (select from credential c where c.user_id = s.user_id), p.layout, p.language, p.active_currency, t.settings_panel,
         (select count(*)::int from notification n
           where n.user_id = s.user_id and n.read_at is null and (n.prefix is null or n.prefix = s.prefix))
    from session s
    join tenant t on t.prefix = s.prefix and t.role_name = session_user
    left join preference p on p.user_id = s.user_id
   where s.id = p_session
$$;

-- Tells a person something, in the transaction of what it is about. Only people of the caller's own prefix.
create function notify_user(p_user bigint, p_kind text, p_params jsonb, p_link text) returns void
  language sql security definer set search_path from current as
$$
  insert into notification (user_id, prefix, kind, params, link)
  select m.user_id, m.prefix, p_kind, p_params, p_link
    from membership m join tenant t on t.prefix = m.prefix and t.role_name = session_user
   where m.user_id = p_user
$$;

-- The settings that live beside the prefix's name, because signing in needs them.
create function own_settings()
  returns table (maintenance jsonb, second_factor_roles text[], settings_panel boolean, settings_version integer)
  language sql stable security definer set search_path from current as
$$ select maintenance, second_factor_roles, settings_panel, settings_version from tenant where role_name = session_user $$;

-- Changes what isn't null; `p_maintenance` counts only where `p_with_maintenance`. No row where the version has moved on.
create function change_own_settings(p_version integer, p_with_maintenance boolean, p_maintenance jsonb, p_roles text[], p_panel boolean)
  returns integer language sql security definer set search_path from current as
$$
  update tenant set maintenance = case when p_with_maintenance then p_maintenance else maintenance end,
                    second_factor_roles = coalesce(p_roles, second_factor_roles),
                    settings_panel = coalesce(p_panel, settings_panel),
                    settings_version = settings_version + 1
   where role_name = session_user and settings_version = p_version
  returning settings_version
$$;

-- Everybody who works in the caller's own prefix.
create function own_people() returns table (user_id bigint, role text) language sql stable security definer set search_path from current as
$$ select m.user_id, m.role from membership m join tenant t on t.prefix = m.prefix and t.role_name = session_user $$;

-- How many e-mails wait, and how many were given up: nothing of what they say.
create function mail_state() returns table (waiting integer, failed integer) language sql stable security definer set search_path from current as
$$
  select count(*) filter (where sent_at is null and failed_at is null)::int, count(*) filter (where failed_at is not null)::int from mail
   where sent_at is null
$$;

revoke all on all functions in schema registry from public;
