import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { verify } from '@node-rs/argon2'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { OpenDatabase } from '#db/embedded/open-database.ts'
import { createTestHome, openTestDatabase, removeHomes } from '#db/embedded/test-home.ts'

// Each command is a process, some tests run several of them.
vi.setConfig({ testTimeout: 60_000 })

type CommandOutcome = { code: number | null; out: string; err: string }
let home: string

/** The command in a process of its own, as a person calls it. */
const crm = (line: string, input = ''): Promise<CommandOutcome> =>
  new Promise((resolve) => {
    const env = { ...process.env, ATALAYA_HOME: home, DATABASE_URL: '' }
    const child = spawn(process.execPath, ['scripts/crm.mjs', ...line.split(' ')], { env })
    const out: Buffer[] = []
    const err: Buffer[] = []
    child.stdout.on('data', (chunk) => out.push(chunk))
    child.stderr.on('data', (chunk) => err.push(chunk))
    child.once('close', (code) => resolve({ code, out: `${Buffer.concat(out)}`, err: `${Buffer.concat(err)}` }))
    child.stdin.end(input)
  })

/** Held open by this process, so that the commands find it running; the first one made it. */
let database: OpenDatabase

const queryRows = async (sql: string): Promise<Record<string, unknown>[]> => {
  const client = new Client({ connectionString: database.ownerUrl })
  await client.connect()
  const { rows } = await client.query(sql)
  await client.end()
  return rows
}

beforeAll(async () => {
  home = createTestHome()
  await crm('migrate')
  database = await openTestDatabase(home)
})
afterAll(async () => {
  await database.close()
  removeHomes()
})

describe('the admin command line', () => {
  test('crm makes an empty, migrated database on a new home, without demo data', async () => {
    const [row] = await queryRows(
      'select (select count(*)::int from dino.client) as clients, (select count(*)::int from registry.app_user) as users',
    )
    expect(row).toEqual({ clients: 0, users: 0 })
  })

  test('crm prints only JSON on standard output and progress on standard error', async () => {
    const { code, out, err } = await crm('migrate --json')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toEqual({ applied: [] })
    expect(err).toContain('Starting the database')
  })

  test('crm answers an unknown command with exit code 2 and empty standard output', async () => {
    const { code, out, err } = await crm('migrat --json')
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/^There is no command "migrat"/)
  })

  test('crm openapi prints the OpenAPI document without a database', async () => {
    const { code, out, err } = await crm('openapi')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(JSON.parse(out)).toMatchObject({ openapi: '3.1.0' })
  })
})

describe('crm user create', () => {
  const line = 'user create --prefix dino_uab --email Ana@Example.com --role admin --json'

  test('user create makes a user with the password from standard input', async () => {
    const made = await crm(line, 'a long password\n')
    expect(made).toMatchObject({ code: 0 })
    expect(JSON.parse(made.out)).toEqual({ created: 'ana@example.com', role: 'admin', prefix: 'dino_uab', cvl: null })
    const [user] = await queryRows(`select email, home_prefix, idioma, role, password_hash from registry.app_user u
      join registry.membership m on m.user_id = u.id join registry.credential c on c.user_id = u.id`)
    expect(user).toMatchObject({
      email: 'ana@example.com',
      home_prefix: 'dino_uab',
      idioma: 'portuguese',
      role: 'admin',
    })
    expect(await verify(String(user?.password_hash), 'a long password')).toBe(true)
  })

  test('user create refuses a too short password with exit code 1 and a reason', async () => {
    const refused = await crm('user create --prefix dino --email b@example.com --role admin', 'short')
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toContain('at least 10 characters; it has 5')
  })
})

test('import csv reports faults with file, line and reason, and exits with 1', async () => {
  const path = join(home, 'movements.csv')
  writeFileSync(path, 'cuenta;fecha;importe\nZZ-9;2026-03-01;5,00\n')
  const { code, out } = await crm(`import csv ${path} --prefix dino --json`)
  expect(code).toBe(1)
  expect(JSON.parse(out)).toMatchObject({
    accepted: false,
    written: false,
    rows: 1,
    refusedCount: 1,
    refused: [{ file: 'movements.csv', line: 2, reason: expect.stringContaining('Account "ZZ-9"') }],
  })
})
