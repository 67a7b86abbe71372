import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { copyTemplateHome, openTestDatabase, removeHomes } from '#db/embedded/test-home.ts'
import { ignoreProgress } from '#db/progress.ts'
import { buildDatabaseUrl } from '#test/harness/database.ts'
import { describeSchema } from './describe-schema.ts'
import { findRightDifferences } from './grants.ts'
import { migrate } from './migrate.ts'
import { findOutdatedRoles, loginRoles, toRoleName } from './roles.ts'
import { findMisplacedSequences } from './sequences.ts'
import { interruptEverywhere } from './test-interrupted-runs.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 })

/** A cluster of its own: the roles belong to it, and are among what a run makes. */
let server: Awaited<ReturnType<typeof openTestDatabase>>
let admin: Client
beforeAll(async () => {
  server = await openTestDatabase(await copyTemplateHome())
  admin = new Client({ connectionString: server.ownerUrl })
  await admin.connect()
  for (const setting of ['fsync', 'full_page_writes']) await admin.query(`alter system set ${setting} = off`)
  await admin.query('select pg_reload_conf()')
})
afterAll(async () => {
  await admin.end()
  await server.close()
  removeHomes()
})
afterEach(() => vi.restoreAllMocks())

/** One prefix stands for all: not the first, whose ids need no range of their own. */
const testedPrefixes = ['cfl'] as const
const schemas = ['registry', ...testedPrefixes] as const
const runMigrations = (ownerUrl: string) =>
  migrate({ ownerUrl, secret: server.secret, progress: ignoreProgress, prefixes: testedPrefixes })

const withOwner = async <T>(ownerUrl: string, work: (owner: Client) => Promise<T>): Promise<T> => {
  const owner = new Client({ connectionString: ownerUrl })
  await owner.connect()
  return work(owner).finally(() => owner.end())
}

/** All that a run is to leave behind: tables with their rights, where ids begin, how roles are set. */
const readMigrationResult = (ownerUrl: string) =>
  withOwner(ownerUrl, async (owner) => {
    const described: string[] = []
    for (const schema of schemas) described.push(await describeSchema(owner, schema))
    const one = async (sql: string) => (await owner.query(sql)).rows
    return {
      described,
      starts: await one(
        'select schemaname, sequencename, start_value, coalesce(last_value, 0) as last from pg_sequences order by 1, 2',
      ),
      roles: await one(
        `select rolname, rolconfig from pg_roles where rolname like 'atalaya\\_%' and rolcanlogin order by 1`,
      ),
      astray: [
        ...(await findRightDifferences(owner, schemas)),
        ...(await findMisplacedSequences(owner, testedPrefixes)),
        ...(await findOutdatedRoles(owner, server.secret, false)),
      ],
    }
  })

const createDatabase = async (name: string, owner?: string): Promise<string> => {
  await admin.query(`create database ${name} ${owner ? `owner ${owner}` : ''}`)
  const url = new URL(buildDatabaseUrl(server.ownerUrl, name))
  if (owner) {
    url.username = owner
    url.password = 'of a test'
  }
  return url.toString()
}

const dropRoles = async (): Promise<void> => {
  for (const role of loginRoles) {
    const name = toRoleName(role)
    if ((await admin.query('select from pg_roles where rolname = $1', [name])).rowCount)
      await admin.query(`drop role ${name}`)
  }
}

const createOwnerRole = `create role firm_owner login createrole password 'of a test'`

test.each([
  ['the embedded owner', undefined],
  ['an owner with createrole alone', 'firm_owner'],
])('a new database as %s, interrupted repeatedly, equals an undisturbed one', async (_, owner) => {
  if (owner) await admin.query(createOwnerRole)
  const undisturbed = await createDatabase('undisturbed', owner)
  await runMigrations(undisturbed)
  const expected = await readMigrationResult(undisturbed)
  expect(expected.astray).toEqual([])
  await admin.query('drop database undisturbed')
  await dropRoles()

  const broken = await createDatabase('broken', owner)
  expect(await interruptEverywhere(admin, broken, () => runMigrations(broken))).toBeGreaterThan(5)
  expect(await readMigrationResult(broken)).toEqual(expected)
  await admin.query('drop database broken')
  await dropRoles()
})
