import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { prefixes } from '#contract/core/values.ts'
import { copyTemplateHome, createTestHome, openTestDatabase, removeHomes } from '#db/embedded/test-home.ts'
import { ignoreProgress } from '#db/progress.ts'
import { verifyAudit } from '#server/features/audit/verify-audit.ts'
import { verifyLedger } from '#server/features/ledger/verify-ledger.ts'
import { buildDatabaseUrl } from '#test/harness/database.ts'
import { describeSchema } from './describe-schema.ts'
import { findRightDifferences } from './grants.ts'
import { migrate } from './migrate.ts'
import { findMisplacedSequences } from './sequences.ts'
import { interruptEverywhere } from './test-interrupted-runs.ts'
import { createOldFirm, type OldTable, oldSecret, readOldTables } from './test-old-firm.ts'

vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 })

const schemas = ['registry', ...prefixes] as const
let server: Awaited<ReturnType<typeof openTestDatabase>>
let admin: Client
let upgradedUrl = ''
let freshUrl = ''

const connectClient = async (url: string): Promise<Client> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  return client
}
const withOwner = async <T>(url: string, work: (owner: Client) => Promise<T>): Promise<T> => {
  const owner = await connectClient(url)
  return work(owner).finally(() => owner.end())
}
const runMigrations = (ownerUrl: string) => migrate({ ownerUrl, secret: oldSecret, progress: ignoreProgress })

beforeAll(async () => {
  server = await openTestDatabase(await copyTemplateHome())
  admin = await connectClient(server.ownerUrl)
  for (const setting of ['fsync', 'full_page_writes']) await admin.query(`alter system set ${setting} = off`)
  await admin.query('select pg_reload_conf()')
  for (const name of ['old_firm', 'fresh_firm']) await admin.query(`create database ${name}`)
  upgradedUrl = buildDatabaseUrl(server.ownerUrl, 'old_firm')
  freshUrl = buildDatabaseUrl(server.ownerUrl, 'fresh_firm')
  await runMigrations(freshUrl)
  await withOwner(upgradedUrl, createOldFirm)
})
afterAll(async () => {
  await admin.end()
  await server.close()
  removeHomes()
})
afterEach(() => vi.restoreAllMocks())

/** Derived rows that later migrations made anew: they are held against the books by the verification. */
const rebuiltTables = new Set(['client_list', 'client_list_sum', 'client_search'])

/** Of these also the number of rows: the kinds that are counted have become more. */
const recountedTables = new Set(['client_list_sum'])

/** Tables to which later migrations add rows of their own: dated rules of the law. Every old row stays. */
const extendedTables = new Set(['withholding_rate'])

const readRows = async (owner: Client, { schema, table, columns }: OldTable): Promise<string[]> => {
  const there = await owner.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [`${schema}.${table}`],
  )
  const known = new Set(there.rows.map(({ name }) => name))
  const values = columns.map((name) => (known.has(name) ? `"${name}"::text` : 'null'))
  const { rows } = await owner.query({ text: `select ${values.join()} from ${schema}.${table}`, rowMode: 'array' })
  return rows.map((row) => JSON.stringify(row)).sort()
}

test('an interrupted upgrade from 0.1.0 equals a new database and keeps every row', async () => {
  expect(await interruptEverywhere(admin, upgradedUrl, () => runMigrations(upgradedUrl))).toBeGreaterThan(5)

  const described = async (url: string) =>
    withOwner(url, async (owner) => {
      const texts: string[] = []
      for (const schema of schemas) texts.push(await describeSchema(owner, schema))
      return texts
    })
  expect(await described(upgradedUrl)).toEqual(await described(freshUrl))
  await withOwner(upgradedUrl, async (owner) => {
    expect(await findRightDifferences(owner, schemas)).toEqual([])
    expect(await findMisplacedSequences(owner, prefixes)).toEqual([])
    await owner.query(`set timezone = 'UTC'`)
    for (const old of readOldTables()) {
      const now = await readRows(owner, old)
      const name = `${old.schema}.${old.table}`
      const before = old.rows.map((row) => JSON.stringify(row)).sort()
      if (extendedTables.has(old.table)) {
        expect(
          now.filter((row) => before.includes(row)),
          name,
        ).toEqual(before)
        continue
      }
      if (!recountedTables.has(old.table)) expect(now.length, name).toBe(before.length)
      if (!rebuiltTables.has(old.table)) expect(now, name).toEqual(before)
    }
  })
})

test('an upgraded database keeps the interest of every opened account', async () => {
  for (const prefix of prefixes)
    await withOwner(upgradedUrl, async (owner) => {
      const { rows } = await owner.query(
        `select count(*) filter (where b.earned_through is null)::int as unkept, count(*) filter (where b.earned_parts > 0)::int as earned,
                count(*) filter (where b.interest_posted > 0)::int as paid
           from ${prefix}.account_balance b join ${prefix}.account a on a.id = b.account_id where a.opened_on is not null`,
      )
      expect(rows[0]).toEqual({ unkept: 0, earned: expect.any(Number), paid: expect.any(Number) })
      expect(prefix !== 'dino' || (rows[0].earned > 0 && rows[0].paid > 0)).toBe(true)
    })
})

test('ledger and audit verify on the database upgraded from 0.1.0', async () => {
  const source = { ownerUrl: upgradedUrl, secret: oldSecret, home: createTestHome() }
  for (const prefix of prefixes) {
    expect(await verifyLedger({ ...source, prefix }, undefined)).toMatchObject({ differences: 0 })
    expect(await verifyAudit(prefix, source)).toMatchObject({ findings: 0 })
  }
})
