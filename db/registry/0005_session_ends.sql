-- How sessions end and are cleared, what they were told of lately, and drafts kept to the letter.

-- Ends are written by the sign-in role, with their audit: nothing else ends a session.
drop function end_session(uuid);

drop index session_by_user;
create index session_by_user on session (user_id, created_at desc);
create index session_by_end on session (expires_at);

alter table session
  add column noted_since timestamptz,
  add column noted       integer     not null default 0;
comment on column session.noted is 'Opened modules written into the audit since noted_since: a minute holds a few only.';

-- json keeps the text as it came: its size is what was measured, and every character survives.
alter table draft drop constraint draft_content_check;
alter table draft alter column content type json using content::json;
alter table draft add constraint draft_content_check check (octet_length(content::text) <= 65536);

drop function session_extras(uuid);
-- What the web app is told once, besides who somebody is.
create function session_extras(p_session uuid)
  returns table (has_password boolean, home_prefix text, layout jsonb, language text, active_currency text, settings_panel boolean, unread integer)
  language sql stable security definer set search_path from current as
$$
  select exists (select from credential c where c.user_id = s.user_id), u.home_prefix, p.layout, p.language, p.active_currency, t.settings_panel,
         (select count(*)::int from notification n
           where n.user_id = s.user_id and n.read_at is null and (n.prefix is null or n.prefix = s.prefix))
    from session s
    join tenant t on t.prefix = s.prefix and t.role_name = session_user
    join app_user u on u.id = s.user_id
    left join preference p on p.user_id = s.user_id
   where s.id = p_session
$$;

revoke all on all functions in schema registry from public;
