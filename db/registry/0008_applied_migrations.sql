-- Whether an installation is whole can be asked by the role that answers the probes.

-- Every migration that each schema has had.
create function applied_migrations()
  returns table (schema_name text, name text)
  language plpgsql stable security definer set search_path from current as
$$
declare
  one text;
begin
  for one in select 'registry' union all select prefix from tenant loop
    return query execute format('select %L::text, m.name::text from %I.migration m', one, one);
  end loop;
end
$$;
revoke all on all functions in schema registry from public;
