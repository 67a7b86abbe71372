-- Jobs are written into the queue of graphile-worker by whoever makes the work, in the same transaction, and stamped with the prefix of the
-- writer's role. Nobody but the workers' own role reads the queue: a prefix sees and touches its own dead jobs by the functions below.

-- Whose jobs the caller's are: those of their prefix, or what is common to all for the role that signs in.
create function job_scope() returns text language sql stable security definer set search_path from current as
$$
  select coalesce(own_prefix(), case when session_user = 'atalaya_signin' then 'registry' end)
$$;

-- Each of the array: {task, item, data, runAt, maxAttempts, places, ifNone}. A job's key is its scope, task and item: a second one of that key takes the
-- place of one that waits, and comes after one that is under way; with "ifNone" it changes nothing where there is one, dead ones included.
-- At most "places" of a task run at once in its scope, one unless it says more.
create function enqueue_jobs(p_jobs jsonb) returns void language plpgsql security definer set search_path from current as
$$
declare
  scope text := job_scope();
begin
  if scope is null then
    raise exception 'the role % has no jobs', session_user using errcode = 'insufficient_privilege';
  end if;
  perform graphile_worker.add_job(
      identifier => j.task,
      payload => json_build_object('scope', scope, 'item', j.item, 'data', coalesce(j.data, '{}'::jsonb)),
      queue_name => concat_ws('/', scope, j.task, nullif(mod(abs(hashtext(coalesce(j.item, ''))::bigint), coalesce(j.places, 1)), 0)),
      run_at => j."runAt",
      max_attempts => j."maxAttempts",
      job_key => concat_ws('/', scope, j.task, j.item),
      job_key_mode => case when j."ifNone" then 'unsafe_dedupe' else 'replace' end)
    from jsonb_to_recordset(p_jobs) as j(task text, item text, data jsonb, "runAt" timestamptz, "maxAttempts" integer, places integer, "ifNone" boolean)
   where not coalesce(j."ifNone", false)
      or not exists (select from graphile_worker._private_jobs q where q.key = concat_ws('/', scope, j.task, j.item))
   order by j.task, j.item;
end
$$;

-- What has used up its attempts, of the caller's prefix. One whose key was taken by a newer job is none: that one does its work. The pause after
-- the last attempt is the library's own, counted from when it failed.
create function own_dead_jobs()
  returns table (id bigint, task text, item text, attempts smallint, last_error text, created_at timestamptz, failed_at timestamptz)
  language plpgsql stable security definer set search_path from current as
$$
begin
  return query
    select j.id, t.identifier, j.payload ->> 'item', j.attempts, j.last_error, j.created_at,
           j.run_at - exp(least(j.attempts, 10)) * interval '1 second'
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where j.payload ->> 'scope' = own_prefix() and j.attempts >= j.max_attempts and j.locked_at is null and j.key is not null
       and not coalesce(j.flags ? 'cancelled', false);
end
$$;

-- Begins a dead job of the caller's prefix anew, at once. Answers its task and item; no row where there is none.
create function retry_own_job(p_id bigint) returns table (task text, item text) language plpgsql security definer set search_path from current as
$$
begin
  return query
    with dead as (select d.id, d.task, d.item from own_dead_jobs() d where d.id = p_id),
    retried as (
      update graphile_worker._private_jobs j set attempts = 0, run_at = now(), updated_at = now()
       where j.id in (select dead.id from dead) and j.attempts >= j.max_attempts and j.locked_at is null returning j.id)
    select dead.task, dead.item from dead join retried using (id);
  perform pg_notify('jobs:insert', json_build_object('r', random(), 'count', 1)::text);
end
$$;

-- Gives a dead job of the caller's prefix up for good. It stays, so that nothing that looks for work left over begins it anew; only a new wish does.
create function cancel_own_job(p_id bigint) returns table (task text, item text) language plpgsql security definer set search_path from current as
$$
begin
  return query
    with dead as (select d.id, d.task, d.item from own_dead_jobs() d where d.id = p_id),
    cancelled as (
      update graphile_worker._private_jobs j set flags = coalesce(j.flags, '{}') || '{"cancelled": true}', updated_at = now()
       where j.id in (select dead.id from dead) and j.attempts >= j.max_attempts and j.locked_at is null returning j.id)
    select dead.task, dead.item from dead join cancelled using (id);
end
$$;
revoke all on all functions in schema registry from public;
