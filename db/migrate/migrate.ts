import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runner } from 'node-pg-migrate'
import { Client } from 'pg'
import { type Prefix, prefixes } from '#contract/core/values.ts'
import type { Progress } from '#db/progress.ts'
import { grantSignIn, grantTenant } from './grants.ts'
import { ensureRoles, roleName } from './roles.ts'

/** The project's root, from the sources and from the bundle alike: the folder that holds db/tenant. */
const projectRoot = (): string => {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'db', 'tenant'))) {
    if (folder === dirname(folder)) throw new Error('the folder db/tenant with the migrations is missing')
    folder = dirname(folder)
  }
  return folder
}

/** Ids of different prefixes never overlap: each has its own range of 10^15. */
const firstId = (prefix: Prefix): string => `${BigInt(prefixes.indexOf(prefix)) * 1_000_000_000_000_000n + 1n}`

const spreadSequences = async (owner: Client, prefix: Prefix): Promise<void> => {
  const { rows } = await owner.query<{ name: string }>(
    `select format('%I.%I', schemaname, sequencename) as name from pg_sequences
      where schemaname = $1 and data_type = 'bigint'::regtype and start_value = 1 and last_value is null and sequencename <> 'cvl_number'`,
    [prefix],
  )
  if (prefix === prefixes[0]) return
  for (const { name } of rows) await owner.query(`alter sequence ${name} start ${firstId(prefix)} restart`)
}

/**
 * Runs one schema's files. Functions keep the search path of this session: temporary tables come last in it, or a caller
 * could put their own table, with a trigger, before ours and have the function's owner run it.
 */
const runFolder = async (owner: Client, schema: string, folder: string): Promise<string[]> => {
  await owner.query(`create schema if not exists ${owner.escapeIdentifier(schema)}`)
  const done = await runner({
    dbClient: owner,
    dir: join(projectRoot(), 'db', folder),
    direction: 'up',
    schema: [schema, 'pg_temp'],
    migrationsSchema: schema,
    migrationsTable: 'migration',
    noLock: true,
    singleTransaction: true,
    logger: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
  })
  return done.map(({ name }) => `${schema}/${name}`)
}

/**
 * Brings registry and prefixes to the newest schema: forward only, each schema in one transaction, one migrator at a time.
 * Roles and rights follow. Answers the names of what it applied; on an up-to-date database it changes nothing.
 */
export const migrate = async (options: {
  ownerUrl: string
  secret: string
  progress: Progress
  prefixes?: readonly Prefix[]
}): Promise<{ applied: string[] }> => {
  const owner = new Client({ connectionString: options.ownerUrl, application_name: 'atalaya migrate' })
  // A connection that breaks fails the statement that runs, or the next one.
  owner.on('error', () => undefined)
  await owner.connect()
  try {
    await owner.query('select pg_advisory_lock(7241865325)')
    await owner.query('create extension if not exists pg_trgm schema public')
    const wanted = options.prefixes ?? prefixes
    const applied = await runFolder(owner, 'registry', 'registry')
    await ensureRoles(owner, options.secret)
    for (const [n, prefix] of wanted.entries()) {
      options.progress('migrate', n, wanted.length)
      await owner.query(
        'insert into registry.tenant (prefix, role_name, ordinal) values ($1, $2, $3) on conflict (prefix) do nothing',
        [prefix, roleName(prefix), prefixes.indexOf(prefix)],
      )
      const fresh = await runFolder(owner, prefix, 'tenant')
      applied.push(...fresh)
      if (fresh.length > 0) {
        await spreadSequences(owner, prefix)
        await grantTenant(owner, prefix)
      }
    }
    if (applied.some((name) => name.startsWith('registry/'))) {
      await grantSignIn(owner)
      for (const prefix of wanted) await grantTenant(owner, prefix)
    }
    options.progress('migrate', wanted.length, wanted.length)
    return { applied }
  } finally {
    await owner.end()
  }
}
