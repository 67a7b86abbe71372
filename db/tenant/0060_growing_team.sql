-- The team tree changes where it changes. Building it anew at each employee made adding one slower with each that was there.

-- Additions read the tree and change none of what others read: they wait for changes of the tree, not for each other.
create function share_employee_tree() returns void language sql security definer set search_path from current as
$$ select pg_advisory_xact_lock_shared(hashtextextended(current_schema() || '.employee', 0)) $$;

-- Everybody above each of these, at any height; in a circle also themselves.
create function supervisors_above(employee_ids bigint[]) returns table (supervisor_id bigint, employee_id bigint)
  language sql stable security definer set search_path from current as
$$
  with recursive above (employee_id, supervisor_id) as (
    select e.id, e.supervisor_id from employee e where e.id = any(employee_ids) and e.supervisor_id is not null
    union
    select above.employee_id, e.supervisor_id
      from above join employee e on e.id = above.supervisor_id where e.supervisor_id is not null
  ) select above.supervisor_id, above.employee_id from above
$$;

-- Refuses a circle with AT002, which whoever calls it has made; the lock of the tree is held.
create function place_in_team(employee_ids bigint[]) returns void language plpgsql security definer set search_path from current as
$$
begin
  if exists (select from supervisors_above(employee_ids) a where a.supervisor_id = a.employee_id) then
    raise exception 'somebody would be their own supervisor' using errcode = 'AT002';
  end if;
  with placed as materialized (
    select a.supervisor_id, a.employee_id from supervisors_above(employee_ids) a
    union all
    select id, id from unnest(employee_ids) id
  ), gone as (
    delete from employee_team t where t.employee_id = any(employee_ids) and not exists (
      select from placed where placed.supervisor_id = t.supervisor_id and placed.employee_id = t.employee_id)
  )
  insert into employee_team select placed.supervisor_id, placed.employee_id from placed on conflict do nothing;
end
$$;

create function add_to_team() returns trigger language plpgsql security definer set search_path from current as
$$
begin
  perform share_employee_tree();
  perform place_in_team(array(select id from added));
  return null;
end
$$;

create function move_team() returns trigger language plpgsql security definer set search_path from current as
$$
declare
  moved bigint[];
begin
  moved := array(
    select after.id from after join before on before.id = after.id
     where after.supervisor_id is distinct from before.supervisor_id);
  if moved = '{}' then
    return null;
  end if;
  perform lock_employee_tree();
  perform place_in_team(array(
    with recursive below (id) as (
      select unnest(moved)
      union
      select e.id from below join employee e on e.supervisor_id = below.id
    ) select id from below));
  return null;
end
$$;

drop trigger employee_team_follows on employee;
drop function rebuild_employee_team();
-- Rows of whoever is deleted go with them.
create trigger employee_joins_team after insert on employee
  referencing new table as added for each statement execute function add_to_team();
create trigger employee_moves_team after update on employee
  referencing old table as before new table as after for each statement execute function move_team();

-- A new contact e-mail is compared with those of everybody who works here.
create index employee_by_email on employee (lower(email));
