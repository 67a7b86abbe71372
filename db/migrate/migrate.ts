import { Client } from 'pg'
import { type Prefix, prefixes } from '#contract/core/values.ts'
import { DatabaseProblem, getErrorCode } from '#db/embedded/problem.ts'
import type { ProgressReporter } from '#db/progress.ts'
import { assertSchemaAsDescribed } from './adopt.ts'
import { findRightDifferences, grantRights, type SchemaName } from './grants.ts'
import {
  createMigrationTableSql,
  findPendingMigrations,
  type MigrationHistory,
  readMigrationHistory,
} from './history.ts'
import { isJobQueueOutdated, migrateJobQueue } from './job-queue.ts'
import { type Migration, type MigrationFolder, readMigrations } from './migration-files.ts'
import { assertOwnerRights } from './owner-rights.ts'
import { findOutdatedRoles, toRoleName, updateLoginRoles } from './roles.ts'
import { findMisplacedSequences, startSequencesByPrefix } from './sequences.ts'

const getMigrationFolder = (schema: SchemaName): MigrationFolder => (schema === 'registry' ? 'registry' : 'tenant')

/** What has to be done in one schema. `needsChecksums`: it has migrations without a checksum. `needsRepair`: rights, sequences or roles need mending. */
type SchemaWork = { schema: SchemaName; pending: Migration[]; needsChecksums: boolean; needsRepair: boolean }

/** Errors of the database's own state, which whoever opened it explains: a full disk, a server that goes away. */
const isServerStateError = (error: unknown): boolean => /^(|53...|57...|58...|08...)$/.test(getErrorCode(error))

const toMigrationError = (step: string, schema: SchemaName, error: unknown): unknown =>
  error instanceof DatabaseProblem || isServerStateError(error) || !(error instanceof Error)
    ? error
    : new DatabaseProblem(
        `The tables could not be brought up to date: ${step} failed with "${error.message}" (${getErrorCode(error)}).\n` +
          `Nothing of ${schema} was changed. The version of Atalaya that ran before can go on; tell whoever looks after Atalaya what stands here.`,
        { cause: error },
      )

/**
 * Functions keep the search path of this session: temporary tables come last in it, or a caller could put their own table, with a
 * trigger, before ours and have the function's owner run it.
 */
const setSearchPathSql = (owner: Client, schema: SchemaName): string =>
  `set local search_path = ${owner.escapeIdentifier(schema)}, pg_temp`

/** What belongs to a schema and stands outside of it, done in the same transaction. */
type SchemaHooks = { before: () => Promise<unknown>; after?: () => Promise<void> }

/** Brings one schema to its newest state, with all that belongs to it: all of it or nothing, whatever ends the process. */
const migrateSchema = async (
  owner: Client,
  { schema, pending, needsChecksums }: SchemaWork,
  around: SchemaHooks,
): Promise<void> => {
  const known = readMigrations(getMigrationFolder(schema))
  let step = schema as string
  await owner.query('begin')
  try {
    await owner.query(`create schema if not exists ${owner.escapeIdentifier(schema)}`)
    await owner.query(setSearchPathSql(owner, schema))
    await owner.query(createMigrationTableSql)
    await around.before()
    for (const { name, sql, sha256 } of pending) {
      step = `${schema}/${name}`
      await owner.query(sql)
      await owner.query('insert into migration (name, run_on, sha256) values ($1, now(), $2)', [name, sha256])
    }
    step = `the work on ${schema}`
    await around.after?.()
    if (schema !== 'registry') await startSequencesByPrefix(owner, schema)
    await grantRights(owner, schema)
    if (needsChecksums) {
      await assertSchemaAsDescribed(owner, schema, getMigrationFolder(schema))
      await owner.query(setSearchPathSql(owner, schema))
      await owner.query(
        'update migration m set sha256 = k.sha256 from unnest($1::text[], $2::text[]) k(name, sha256) where k.name = m.name and m.sha256 is null',
        [known.map(({ name }) => name), known.map(({ sha256 }) => sha256)],
      )
    }
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback').catch(() => undefined)
    throw toMigrationError(step, schema, error)
  }
}

/** What each schema needs, found out by reading alone. */
const planSchemaWork = async (
  owner: Client,
  schemas: readonly SchemaName[],
  history: MigrationHistory,
): Promise<SchemaWork[]> => {
  const tenants = schemas.filter((schema) => schema !== 'registry')
  const needingRepair = new Set<string>([
    ...(await findRightDifferences(owner, schemas)).map(({ schema }) => schema),
    ...(await findMisplacedSequences(owner, tenants)).map(({ prefix }) => prefix),
  ])
  return schemas.map((schema) => {
    const applied = history.get(schema) ?? []
    const pending = findPendingMigrations(schema, readMigrations(getMigrationFolder(schema)), applied)
    const needsChecksums = applied.some(({ sha256 }) => sha256 === null)
    return { schema, pending, needsChecksums, needsRepair: needingRepair.has(schema) }
  })
}

type MigrateOptions = { ownerUrl: string; secret: string; progress: ProgressReporter; prefixes?: readonly Prefix[] }

const migrateAs = async (
  owner: Client,
  { ownerUrl, secret, progress, prefixes: requestedPrefixes = prefixes }: MigrateOptions,
) => {
  const schemas: SchemaName[] = ['registry', ...requestedPrefixes]
  const history = await readMigrationHistory(owner, schemas)
  const isNew = !history.has('registry')
  const [registry, ...tenants] = await planSchemaWork(owner, schemas, history)
  const roles = await findOutdatedRoles(owner, secret, isNew)
  const queueIsAstray = await isJobQueueOutdated(owner, isNew)
  const isNeeded = ({ pending, needsChecksums, needsRepair }: SchemaWork): boolean =>
    pending.length > 0 || needsChecksums || needsRepair
  if (roles.length > 0 || queueIsAstray || [registry!, ...tenants].some(isNeeded)) {
    const makesSchemas = queueIsAstray || schemas.some((schema) => !history.has(schema))
    await assertOwnerRights(owner, { roles, schemas: makesSchemas })
  }
  if (isNeeded(registry!) || roles.length > 0)
    await migrateSchema(owner, registry!, {
      before: () => owner.query('create extension if not exists pg_trgm schema public'),
      after: () => updateLoginRoles(owner, secret, roles),
    })
  if (queueIsAstray) await migrateJobQueue(owner, ownerUrl)
  for (const [n, work] of tenants.entries()) {
    progress('migrate', n, tenants.length)
    if (isNeeded(work)) await migrateSchema(owner, work, { before: () => addTenant(owner, work.schema as Prefix) })
  }
  progress('migrate', tenants.length, tenants.length)
  return [registry!, ...tenants].flatMap(({ schema, pending }) => pending.map(({ name }) => `${schema}/${name}`))
}

const addTenant = async (owner: Client, prefix: Prefix): Promise<void> => {
  await owner.query(
    'insert into registry.tenant (prefix, role_name, ordinal) values ($1, $2, $3) on conflict (prefix) do nothing',
    [prefix, toRoleName(prefix), prefixes.indexOf(prefix)],
  )
}

/**
 * Brings registry and prefixes to the newest schema: forward only, one migrator at a time, each schema in one transaction with its rights,
 * sequences and roles. What an earlier run left undone, or somebody took away, is mended; on an up-to-date database nothing changes.
 * Answers the names of what it applied. Throws DatabaseProblem where the database is of another version, or the owner lacks a right.
 * See docs/decisions/0069-frozen-migrations.md
 */
export const migrate = async (options: MigrateOptions): Promise<{ applied: string[] }> => {
  const owner = new Client({ connectionString: options.ownerUrl, application_name: 'atalaya migrate' })
  // A connection that breaks fails the statement that runs, or the next one.
  owner.on('error', () => undefined)
  await owner.connect()
  try {
    await owner.query('select pg_advisory_lock(7241865325)')
    return { applied: await migrateAs(owner, options) }
  } finally {
    await owner.end()
  }
}
