import { type Client, Pool } from 'pg'
import { toRoleName } from './roles.ts'

/** The schema of the queue of jobs: made, changed and known by graphile-worker alone. */
export const jobQueueSchema = 'graphile_worker'
/** The version whose tables are there; noted in the database, so that a start loads the library only where it brings newer ones. */
export const jobQueueVersion = '0.17.3'

const versionKey = 'graphile-worker'

/** What its role lacks of the queue; nothing where the role isn't there yet, which is mended first. */
const missingRightsQuery = `
  select exists (
    select from pg_class c join pg_namespace n on n.oid = c.relnamespace, pg_roles r
     where n.nspname = $1 and c.relkind = 'r' and r.rolname = $2
       and not (has_schema_privilege(r.oid, n.oid, 'usage')
                and has_table_privilege(r.oid, c.oid, 'select') and has_table_privilege(r.oid, c.oid, 'insert')
                and has_table_privilege(r.oid, c.oid, 'update') and has_table_privilege(r.oid, c.oid, 'delete')
                and exists (select from pg_policy p where p.polrelid = c.oid and r.oid = any(p.polroles)))) as missing`

/** Whether the queue's tables are older than the library, or its role may not use them. */
export const isJobQueueOutdated = async (owner: Client, isNew: boolean): Promise<boolean> => {
  if (isNew) return true
  const noted = await owner.query(`select from registry.installation where key = $1 and value = $2`, [
    versionKey,
    JSON.stringify(jobQueueVersion),
  ])
  if (noted.rowCount !== 1) return true
  const { rows } = await owner.query<{ missing: boolean }>(missingRightsQuery, [jobQueueSchema, toRoleName('jobs')])
  return rows[0]!.missing
}

const runJobQueueMigrations = async (ownerUrl: string): Promise<void> => {
  const { Logger, runMigrations } = await import('graphile-worker')
  const pgPool = new Pool({ connectionString: ownerUrl, application_name: 'atalaya migrate', max: 1 })
  // A connection that breaks fails the statement that runs.
  pgPool.on('error', () => undefined)
  pgPool.on('connect', (client) => client.on('error', () => undefined))
  try {
    await runMigrations({ pgPool, schema: jobQueueSchema, logger: new Logger(() => () => undefined) })
  } finally {
    await pgPool.end()
  }
}

/** The library guards each table by row: a policy lets the role of the workers pass, and nobody else. */
const grantJobQueue = async (owner: Client): Promise<void> => {
  const schema = owner.escapeIdentifier(jobQueueSchema)
  const role = owner.escapeIdentifier(toRoleName('jobs'))
  const { rows } = await owner.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = $1::regnamespace and c.relkind = 'r'`,
    [jobQueueSchema],
  )
  await owner.query(
    [
      `revoke all on schema ${schema} from public`,
      `revoke all on all functions in schema ${schema} from public`,
      `grant usage on schema ${schema} to ${role}`,
      `grant execute on all functions in schema ${schema} to ${role}`,
      `grant select, insert, update, delete on all tables in schema ${schema} to ${role}`,
      `grant usage on all sequences in schema ${schema} to ${role}`,
      ...rows.map(({ name }) => {
        const table = `${schema}.${owner.escapeIdentifier(name)}`
        return `alter table ${table} enable row level security;
                drop policy if exists workers on ${table};
                create policy workers on ${table} to ${role} using (true) with check (true)`
      }),
    ].join(';\n'),
  )
}

/**
 * Brings the queue's schema to what the library needs, and gives its role its rights. Each step of the library is a transaction of its own;
 * what a process that ended has left out, the next one does.
 */
export const migrateJobQueue = async (owner: Client, ownerUrl: string): Promise<void> => {
  try {
    await runJobQueueMigrations(ownerUrl)
    await owner.query('begin')
    await grantJobQueue(owner)
    await owner.query(
      `insert into registry.installation (key, value) values ($1, $2)
       on conflict (key) do update set value = excluded.value, changed_at = now()`,
      [versionKey, JSON.stringify(jobQueueVersion)],
    )
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback').catch(() => undefined)
    throw error
  }
}
