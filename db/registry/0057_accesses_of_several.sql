-- The filters of the access log on people and actions take several values.

drop function own_accesses(timestamptz, timestamptz, bigint, text, text, boolean, integer, bigint);
-- Replaces own_accesses of 0007_membership_ends: arrays of people and actions.
create function own_accesses(p_from timestamptz, p_to timestamptz, p_users bigint[], p_actions text[], p_address text,
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
             where ($1 is null or a.at >= $1) and ($2 is null or a.at < $2) and ($3 is null or a.user_id = any($3))
               and ($4 is null or a.action = any($4)) and ($5 is null or a.address = $5)
             order by a.at %1$s, a.id %1$s limit $6 offset $7) e
      left join app_user u on u.id = e.user_id
     order by e.at %1$s, e.id %1$s $query$, case when p_newest then 'desc' else 'asc' end)
    using p_from, p_to, p_users, p_actions, p_address, p_limit, p_offset;
end
$$;

drop function own_access_count(timestamptz, timestamptz, bigint, text, text);
-- Replaces own_access_count of 0007_membership_ends: arrays of people and actions.
create function own_access_count(p_from timestamptz, p_to timestamptz, p_users bigint[], p_actions text[], p_address text)
  returns integer language sql stable security definer set search_path from current as
$$
  select count(*)::integer from own_access a
   where (p_from is null or a.at >= p_from) and (p_to is null or a.at < p_to) and (p_users is null or a.user_id = any(p_users))
     and (p_actions is null or a.action = any(p_actions)) and (p_address is null or a.address = p_address)
$$;

revoke all on all functions in schema registry from public;
