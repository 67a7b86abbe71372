import type { Client } from 'pg'
import { type Prefix, prefixes } from '#contract/core/values.ts'
import { toRoleName } from './roles.ts'

/** Each query answers rows of (place, line): `place` orders and groups, `line` is what stands in the committed description. */
const tablesQuery = `
  select c.relname as place,
         concat(case c.relkind when 'v' then 'view ' when 'm' then 'materialized view ' else 'table ' end, c.relname,
                ' ' || nullif(array_to_string(c.reloptions, ', '), '')) as line,
         obj_description(c.oid, 'pg_class') as comment, array[0] as rank
    from pg_class c where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p', 'v', 'm')`

const columnsQuery = `
  select c.relname as place,
         concat_ws(' ', '  column', a.attname, format_type(a.atttypid, a.atttypmod),
                   (select 'collate "' || l.collname || '"' from pg_collation l
                     join pg_type t on t.oid = a.atttypid where l.oid = a.attcollation and a.attcollation <> t.typcollation),
                   case when a.attnotnull then 'not null' end,
                   case a.attidentity when 'a' then 'always identity' when 'd' then 'default identity' end,
                   case when a.attgenerated <> '' then 'generated' when d.oid is not null then 'default' end,
                   pg_get_expr(d.adbin, d.adrelid)) as line,
         col_description(c.oid, a.attnum) as comment, array[1, a.attnum] as rank
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p', 'v', 'm')
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
   where c.relnamespace = $1::regnamespace and a.attnum > 0 and not a.attisdropped`

/** Not-null constraints stand with their column: only newer servers list them here. */
const constraintsQuery = `
  select c.relname as place, concat('  constraint ', k.conname, ' ', pg_get_constraintdef(k.oid)) as line,
         obj_description(k.oid, 'pg_constraint') as comment, array[2] as rank
    from pg_constraint k join pg_class c on c.oid = k.conrelid
   where k.connamespace = $1::regnamespace and k.contype not in ('n', 't')`

const indexesQuery = `
  select c.relname as place, concat('  ', pg_get_indexdef(i.indexrelid)) as line,
         obj_description(i.indexrelid, 'pg_class') as comment, array[3] as rank
    from pg_index i join pg_class c on c.oid = i.indrelid
   where c.relnamespace = $1::regnamespace and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))`

const triggersQuery = `
  select c.relname as place, concat('  ', pg_get_triggerdef(g.oid)) as line,
         obj_description(g.oid, 'pg_trigger') as comment, array[4] as rank
    from pg_trigger g join pg_class c on c.oid = g.tgrelid
   where c.relnamespace = $1::regnamespace and not g.tgisinternal`

/** Rights of others than the owner, whose name differs from one installation to the next. */
const tableRightsQuery = `
  select c.relname as place,
         concat('  grant ', string_agg(lower(g.privilege_type), ', ' order by g.privilege_type), ' to ',
                coalesce(r.rolname, 'public')) as line,
         null::text as comment, array[5] as rank
    from pg_class c cross join aclexplode(c.relacl) g left join pg_roles r on r.oid = g.grantee
   where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S') and g.grantee <> c.relowner
   group by c.relname, r.rolname`

/** Where a sequence starts is left out: each prefix has a range of its own. */
const sequencesQuery = `
  select c.relname as place, concat('sequence ', c.relname, ' ', s.seqtypid::regtype, ' by ', s.seqincrement) as line,
         obj_description(c.oid, 'pg_class') as comment, array[0] as rank
    from pg_sequence s join pg_class c on c.oid = s.seqrelid where c.relnamespace = $1::regnamespace`

const typesQuery = `
  select t.typname as place,
         concat('type ', t.typname, ' enum (', string_agg(quote_literal(e.enumlabel), ', ' order by e.enumsortorder), ')') as line,
         obj_description(t.oid, 'pg_type') as comment, array[0] as rank
    from pg_type t join pg_enum e on e.enumtypid = t.oid where t.typnamespace = $1::regnamespace group by t.oid`

const functionsQuery = `
  select p.proname as place, pg_get_functiondef(p.oid) as line,
         obj_description(p.oid, 'pg_proc') as comment, array[0] as rank
    from pg_proc p where p.pronamespace = $1::regnamespace and p.prokind in ('f', 'p')`

const functionRightsQuery = `
  select p.proname as place, concat('  grant execute to ', coalesce(r.rolname, 'public')) as line, null::text as comment, array[1] as rank
    from pg_proc p cross join aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) g left join pg_roles r on r.oid = g.grantee
   where p.pronamespace = $1::regnamespace and g.grantee <> p.proowner`

const schemaRightsQuery = `
  select n.nspname as place,
         concat('grant ', lower(g.privilege_type), ' on schema to ', coalesce(r.rolname, 'public')) as line, null::text as comment, array[0] as rank
    from pg_namespace n cross join aclexplode(n.nspacl) g left join pg_roles r on r.oid = g.grantee
   where n.nspname = $1 and g.grantee <> n.nspowner`

const queriesByPart = {
  rights: [schemaRightsQuery],
  types: [typesQuery],
  tables: [tablesQuery, columnsQuery, constraintsQuery, indexesQuery, triggersQuery, tableRightsQuery],
  sequences: [sequencesQuery, tableRightsQuery],
  functions: [functionsQuery, functionRightsQuery],
}

type DescriptionRow = { line: string; comment: string | null }

const describePart = async (owner: Client, schema: string, part: keyof typeof queriesByPart): Promise<string> => {
  const kinds = part === 'sequences' ? `('S')` : `('r', 'p', 'v', 'm')`
  const all = queriesByPart[part].map((sql) => sql.replace(`('r', 'p', 'v', 'm', 'S')`, kinds)).join('\n union all ')
  const { rows } = await owner.query<DescriptionRow>(
    `select line, comment from (${all}) described order by place collate "C", rank, line collate "C"`,
    [schema],
  )
  return rows.map(({ line, comment }) => (comment ? `${line}\n  -- ${comment}` : line)).join('\n')
}

/** The name of a prefix and of its role stand as `tenant`, so that all prefixes have one description. */
const replaceSchemaName = (text: string, schema: string): string =>
  prefixes.includes(schema as Prefix)
    ? text
        .replaceAll(new RegExp(`\\b${toRoleName(schema as Prefix)}\\b`, 'g'), 'atalaya_tenant')
        .replaceAll(new RegExp(`\\b${schema}\\b`, 'g'), 'tenant')
    : text

/**
 * All of a schema as text, from the catalogues: types, tables with columns, constraints, indexes, triggers and rights, sequences, functions.
 * The same on every supported PostgreSQL, and the same for each prefix. Review reads it; the check compares it with what is committed.
 */
export const describeSchema = async (owner: Client, schema: string): Promise<string> => {
  await owner.query(`select set_config('search_path', $1, false)`, [`${schema}, public`])
  const sections: string[] = []
  for (const part of Object.keys(queriesByPart) as (keyof typeof queriesByPart)[])
    sections.push(`# ${part}\n\n${await describePart(owner, schema, part)}\n`)
  await owner.query('reset search_path')
  return replaceSchemaName(sections.join('\n'), schema)
}
