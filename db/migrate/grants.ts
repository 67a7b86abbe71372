import type { Client, QueryResultRow } from 'pg'
import { type Prefix, prefixes } from '#contract/core/values.ts'
import { featureTables } from '../tables/all-tables.ts'
import { appendOnlyPrivileges, fullPrivileges, type TableRights } from '../tables/core/privileges.ts'
import { tableEntries } from '../tables/core/table-entries.ts'
import { loginRoles, toRoleName } from './roles.ts'

/** What a prefix's role may do with each table of its schema. */
export const tenantTables: TableRights = Object.fromEntries(
  Object.entries(tableEntries).map(([name, { rights }]) => [name, rights]),
)

const tenantFunctions = featureTables.flatMap(({ functions = [] }) => functions)

const signInRights: TableRights = {
  tenant: ['select'],
  app_user: ['select'],
  credential: ['select', 'insert', 'update'],
  membership: ['select'],
  entry: ['select'],
  session: fullPrivileges,
  sign_in_attempt: ['select', 'insert', 'delete'],
  sign_in_place: fullPrivileges,
  audit_event: appendOnlyPrivileges,
  audit_seal: appendOnlyPrivileges,
  totp: fullPrivileges,
  passkey: fullPrivileges,
  recovery_code: fullPrivileges,
  password_reset: fullPrivileges,
  call_limit: fullPrivileges,
  mail: fullPrivileges,
  preference: fullPrivileges,
  draft: fullPrivileges,
  notification: fullPrivileges,
}

/** Functions of the registry that a prefix's role may call: each looks only at the caller's own prefix. */
const registryFunctions = [
  'own_prefix()',
  'session_of(uuid)',
  'session_extras(uuid)',
  'day_mail_people()',
  'people_languages(bigint[])',
  'notify_user(bigint, text, jsonb, text)',
  'own_settings()',
  'change_own_settings(integer, boolean, jsonb, text[], boolean)',
  'own_people()',
  'set_acting_cvl(uuid, text)',
  'set_own_role(bigint, text)',
  'set_own_membership_end(bigint, timestamp with time zone)',
  'lock_own_people()',
  'own_access_bar(text, text)',
  'user_elsewhere(text)',
  'give_own_access(text, text, text, text, text, text)',
  'invite_own(bigint, text, timestamp with time zone, text, text, timestamp with time zone)',
  'people_named(bigint[])',
  'mail_state()',
  'own_accesses(timestamp with time zone, timestamp with time zone, bigint[], text[], text, boolean, integer, bigint)',
  'own_access_count(timestamp with time zone, timestamp with time zone, bigint[], text[], text)',
  'enqueue_jobs(jsonb)',
  'own_dead_jobs()',
  'retry_own_job(bigint)',
  'cancel_own_job(bigint)',
  'erase_own_traces(text[], text[])',
]

/** Functions of the registry that the sign-in role may call. */
const signInFunctions = ['applied_migrations()', 'enqueue_jobs(jsonb)']

/** Columns that the sign-in role may change in tables that it may otherwise only read. */
const signInColumns = { app_user: { google_subject: 'update' } } as const

type SqlGrant = {
  schema: string
  kind: 'schema' | 'table' | 'column' | 'function' | 'sequences'
  name: string
  right: string
  role: string
}

const buildTableGrants = (schema: string, role: string, rights: TableRights): SqlGrant[] =>
  Object.entries(rights).flatMap(([name, all]) =>
    all.map((right): SqlGrant => ({ schema, kind: 'table', name, right, role })),
  )

const buildRegistryGrants = (): SqlGrant[] => {
  const schema = 'registry'
  const role = toRoleName('signin')
  const tenantRoles = prefixes.map(toRoleName)
  return [
    ...[role, ...tenantRoles].map(
      (one): SqlGrant => ({ schema, kind: 'schema', name: schema, right: 'usage', role: one }),
    ),
    ...['select', 'usage'].map((right): SqlGrant => ({ schema, kind: 'sequences', name: '', right, role })),
    ...buildTableGrants(schema, role, signInRights),
    ...Object.entries(signInColumns).flatMap(([table, columns]) =>
      Object.entries(columns).map(
        ([column, right]): SqlGrant => ({ schema, kind: 'column', name: `${table}.${column}`, right, role }),
      ),
    ),
    ...signInFunctions.map((name): SqlGrant => ({ schema, kind: 'function', name, right: 'execute', role })),
    ...tenantRoles.flatMap((one) =>
      registryFunctions.map((name): SqlGrant => ({ schema, kind: 'function', name, right: 'execute', role: one })),
    ),
  ]
}

const buildTenantGrants = (prefix: Prefix): SqlGrant[] => {
  const role = toRoleName(prefix)
  return [
    { schema: prefix, kind: 'schema', name: prefix, right: 'usage', role },
    ...['select', 'usage'].map((right): SqlGrant => ({ schema: prefix, kind: 'sequences', name: '', right, role })),
    ...buildTableGrants(prefix, role, tenantTables),
    ...tenantFunctions.map((name): SqlGrant => ({ schema: prefix, kind: 'function', name, right: 'execute', role })),
  ]
}

const buildSchemaGrants = (schema: SchemaName): SqlGrant[] =>
  schema === 'registry' ? buildRegistryGrants() : buildTenantGrants(schema)

/**
 * Rights as (schema, kind, name, privilege, role): those of the lists above, spelled out by what is there, and those that the catalogues
 * have for our roles and for everybody. The registry names its functions with their arguments, the prefixes every one of a name.
 */
const expectedAndPresentGrantsSql = `
  with listed as (
    select * from jsonb_to_recordset($1) as l(schema text, kind text, name text, "right" text, role text)),
  spaces as (
    select n.oid, n.nspname::text as schema, n.nspacl, n.nspowner from pg_namespace n where n.nspname = any($2)),
  functions as (
    select s.schema, p.proname::text as name, format('%s(%s)', p.proname, oidvectortypes(p.proargtypes)) as signature, p.proacl, p.proowner
      from pg_proc p join spaces s on s.oid = p.pronamespace),
  expected as (
    select schema, kind, name, "right", role from listed where kind not in ('function', 'sequences')
    union all
    select l.schema, 'function', coalesce(f.signature, l.name), l."right", l.role
      from listed l left join functions f on f.schema = l.schema and l.name in (f.name, f.signature) where l.kind = 'function'
    union all
    select l.schema, 'table', c.relname, l."right", l.role
      from listed l join spaces s on s.schema = l.schema join pg_class c on c.relnamespace = s.oid and c.relkind = 'S' where l.kind = 'sequences'),
  given as (
    select s.schema, 'schema' as kind, s.schema as name, g.privilege_type, g.grantee
      from spaces s cross join aclexplode(s.nspacl) g where g.grantee <> s.nspowner
    union all
    select s.schema, 'table', c.relname, g.privilege_type, g.grantee
      from pg_class c join spaces s on s.oid = c.relnamespace cross join aclexplode(c.relacl) g
     where c.relacl is not null and g.grantee <> c.relowner
    union all
    select s.schema, 'column', format('%s.%s', c.relname, a.attname), g.privilege_type, g.grantee
      from pg_attribute a join pg_class c on c.oid = a.attrelid join spaces s on s.oid = c.relnamespace cross join aclexplode(a.attacl) g
     where a.attacl is not null and g.grantee <> c.relowner
    union all
    select f.schema, 'function', f.signature, g.privilege_type, g.grantee
      from functions f cross join aclexplode(coalesce(f.proacl, acldefault('f', f.proowner))) g where g.grantee <> f.proowner),
  present as (
    select g.schema, g.kind, g.name, lower(g.privilege_type) as "right", coalesce(r.rolname, 'public') as role
      from given g left join pg_roles r on r.oid = g.grantee where g.grantee = 0 or r.rolname = any($3))`

export type SchemaName = 'registry' | Prefix

/** Where what may be done differs from the list: what is missing, and what nobody listed. */
export type RightDifference = { schema: SchemaName; problem: 'missing' | 'surplus'; right: string }

export type SqlQueryable = {
  query: <Row extends QueryResultRow>(sql: string, values: unknown[]) => Promise<{ rows: Row[] }>
}

const loginRoleNames = loginRoles.map(toRoleName)
const grantDifferencesSql = `
  ${expectedAndPresentGrantsSql},
  missing as (select * from expected except select * from present),
  surplus as (select * from present except select * from expected)
  select schema, 'missing' as problem, format('%s on %s %s to %s', "right", kind, name, role) as right from missing
  union all select schema, 'surplus', format('%s on %s %s to %s', "right", kind, name, role) from surplus order by 1, 2, 3`

/** Compares the rights of our roles, and of everybody, with the list. Reads catalogues only, so any role may ask. */
export const findRightDifferences = async (
  db: SqlQueryable,
  schemas: readonly SchemaName[],
): Promise<RightDifference[]> => {
  const listed = JSON.stringify(schemas.flatMap(buildSchemaGrants))
  return (await db.query<RightDifference>(grantDifferencesSql, [listed, schemas, loginRoleNames])).rows
}

/** Sets the rights in a schema anew: takes all away, then gives what is listed. To be called within a transaction. */
export const grantRights = async (owner: Client, schema: SchemaName): Promise<void> => {
  const space = owner.escapeIdentifier(schema)
  const everybody = ['public', ...loginRoleNames.map((role) => owner.escapeIdentifier(role))].join(', ')
  const revoked = ['schema', 'all functions in schema', 'all tables in schema', 'all sequences in schema'].map(
    (what) => `revoke all on ${what} ${space} from ${everybody}`,
  )
  await owner.query(revoked.join(';\n'))
  const { rows } = await owner.query<{ kind: SqlGrant['kind']; name: string; right: string; role: string }>(
    `${expectedAndPresentGrantsSql} select kind, name, string_agg("right", ', ') as right, role from expected group by kind, name, role`,
    [JSON.stringify(buildSchemaGrants(schema)), [schema], loginRoleNames],
  )
  const granted = rows.map(({ kind, name, right, role }) => {
    const to = owner.escapeIdentifier(role)
    if (kind === 'schema') return `grant ${right} on schema ${space} to ${to}`
    if (kind === 'function') return `grant ${right} on function ${space}.${name} to ${to}`
    const [table = '', column] = name.split('.')
    return `grant ${right}${column ? ` (${owner.escapeIdentifier(column)})` : ''} on ${space}.${owner.escapeIdentifier(table)} to ${to}`
  })
  await owner.query(granted.join(';\n'))
}
