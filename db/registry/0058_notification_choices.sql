-- The kinds of notification that a person has switched off.

alter table preference add column muted_notifications text[] not null default '{}'
  check (cardinality(muted_notifications) <= 100 and array_position(muted_notifications, null) is null);
comment on column preference.muted_notifications is 'Kinds that the person does without. Those that nobody may do without are never among them.';

-- Replaces notify_user of 0002_session: leaves out who has switched the kind off.
create or replace function notify_user(p_user bigint, p_kind text, p_params jsonb, p_link text) returns void
  language sql security definer set search_path from current as
$$
  insert into notification (user_id, prefix, kind, params, link)
  select m.user_id, m.prefix, p_kind, p_params, p_link
    from membership m join tenant t on t.prefix = m.prefix and t.role_name = session_user
   where m.user_id = p_user
     and not exists (select from preference f where f.user_id = m.user_id and p_kind = any(f.muted_notifications))
$$;
