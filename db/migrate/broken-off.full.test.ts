import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { copiedHome, open, removeHomes } from '#db/embedded/test-home.ts'
import { silent } from '#db/progress.ts'
import { urlOf } from '#test/harness/database.ts'
import { describeSchema } from './describe-schema.ts'
import { findRightsAstray } from './grants.ts'
import { migrate } from './migrate.ts'
import { findRolesAstray, loginRoles, roleName } from './roles.ts'
import { findSequencesAstray } from './sequences.ts'
import { breakEverywhere } from './test-break.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 })

/** A cluster of its own: the roles belong to it, and are among what a run makes. */
let server: Awaited<ReturnType<typeof open>>
let admin: Client
beforeAll(async () => {
  server = await open(await copiedHome())
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
const wanted = ['cfl'] as const
const schemas = ['registry', ...wanted] as const
const run = (ownerUrl: string) => migrate({ ownerUrl, secret: server.secret, progress: silent, prefixes: wanted })

const asOwner = async <T>(ownerUrl: string, work: (owner: Client) => Promise<T>): Promise<T> => {
  const owner = new Client({ connectionString: ownerUrl })
  await owner.connect()
  return work(owner).finally(() => owner.end())
}

/** All that a run is to leave behind: tables with their rights, where ids begin, how roles are set. */
const leftBehind = (ownerUrl: string) =>
  asOwner(ownerUrl, async (owner) => {
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
        ...(await findRightsAstray(owner, schemas)),
        ...(await findSequencesAstray(owner, wanted)),
        ...(await findRolesAstray(owner, server.secret, false)),
      ],
    }
  })

const newDatabase = async (name: string, owner?: string): Promise<string> => {
  await admin.query(`create database ${name} ${owner ? `owner ${owner}` : ''}`)
  const url = new URL(urlOf(server.ownerUrl, name))
  if (owner) [url.username, url.password] = [owner, 'of a test']
  return url.toString()
}

const dropRoles = async (): Promise<void> => {
  for (const role of loginRoles) {
    const name = roleName(role)
    if ((await admin.query('select from pg_roles where rolname = $1', [name])).rowCount)
      await admin.query(`drop role ${name}`)
  }
}

const ownerOfOnesOwn = `create role firm_owner login createrole password 'of a test'`

test.each([
  ['the embedded owner', undefined],
  ['an owner with createrole alone', 'firm_owner'],
])('a new database as %s, interrupted repeatedly, equals an undisturbed one', async (_, owner) => {
  if (owner) await admin.query(ownerOfOnesOwn)
  const undisturbed = await newDatabase('undisturbed', owner)
  await run(undisturbed)
  const expected = await leftBehind(undisturbed)
  expect(expected.astray).toEqual([])
  await admin.query('drop database undisturbed')
  await dropRoles()

  const broken = await newDatabase('broken', owner)
  expect(await breakEverywhere(admin, broken, () => run(broken))).toBeGreaterThan(5)
  expect(await leftBehind(broken)).toEqual(expected)
  await admin.query('drop database broken')
  await dropRoles()
})
