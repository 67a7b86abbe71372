-- Imports of clients, accounts and external positions: a row is about a client as well, and of one who may be there already somebody says what
-- becomes of it.

alter table mapped_import_row
  add column client_id bigint,
  add column decision  text check (decision in ('skip', 'update', 'create'));
comment on column mapped_import_row.client_id is 'Whom the row is about: the client that it names, the one that may be the same, or the one that it has become.';
comment on column mapped_import_row.decision is 'Of a row that may be a client who is there: left out (as long as nobody has said anything), written over their record, or written as somebody else.';

-- Which of these records other rows refer to, and in which table: by a reference, or by the name of the entity and its id. What a record is written
-- with itself (p_own) doesn't count, nor does the audit. Whatever table comes later is looked at by itself.
create function find_dependent_rows(p_table regclass, p_entity text, p_ids bigint[], p_own text[]) returns table (id bigint, dependent text)
  language plpgsql stable set search_path from current as
$$
declare
  link record;
begin
  for link in
    select r.relname as table_name, a.attname as column_name, false as by_entity
      from pg_constraint c
      join pg_class r on r.oid = c.conrelid
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and c.confrelid = p_table and cardinality(c.conkey) = 1
     union
    select r.relname, 'entity_id', true
      from pg_class r
      join pg_attribute e on e.attrelid = r.oid and e.attname = 'entity' and not e.attisdropped
      join pg_attribute i on i.attrelid = r.oid and i.attname = 'entity_id' and not i.attisdropped
     where r.relkind in ('r', 'p') and not r.relispartition and r.relnamespace = (select t.relnamespace from pg_class t where t.oid = p_table)
       and r.relname <> 'audit_event'
     order by 1, 2
  loop
    continue when link.table_name = any(p_own);
    return query execute format('select distinct d.%I::bigint, %L::text from %I d where d.%I::bigint = any($1)%s',
      link.column_name, link.table_name, link.table_name, link.column_name, case when link.by_entity then ' and d.entity = $2' else '' end)
      using p_ids, p_entity;
  end loop;
end
$$;
