import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { verify } from '@node-rs/argon2'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { OpenDatabase } from '#db/embedded/open-database.ts'
import { newHome, open, removeHomes } from '#db/embedded/test-home.ts'

// Each command is a process, some tests run several of them.
vi.setConfig({ testTimeout: 60_000 })

type Outcome = { code: number | null; out: string; err: string }
let home: string

/** The command in a process of its own, as a person calls it. */
const crm = (line: string, input = ''): Promise<Outcome> =>
  new Promise((resolve) => {
    const env = { ...process.env, ATALAYA_HOME: home, DATABASE_URL: '' }
    const child = spawn(process.execPath, ['scripts/crm.mjs', ...line.split(' ')], { env })
    const [out, err]: [Buffer[], Buffer[]] = [[], []]
    child.stdout.on('data', (chunk) => out.push(chunk))
    child.stderr.on('data', (chunk) => err.push(chunk))
    child.once('close', (code) => resolve({ code, out: `${Buffer.concat(out)}`, err: `${Buffer.concat(err)}` }))
    child.stdin.end(input)
  })

/** Held open by this process, so that the commands find it running; the first one made it. */
let database: OpenDatabase

const ask = async (sql: string): Promise<Record<string, unknown>[]> => {
  const client = new Client({ connectionString: database.ownerUrl })
  await client.connect()
  const { rows } = await client.query(sql)
  await client.end()
  return rows
}

beforeAll(async () => {
  home = newHome()
  await crm('migrate')
  database = await open(home)
})
afterAll(async () => {
  await database.close()
  removeHomes()
})

describe('the admin command line', () => {
  test('on a new home makes an empty, migrated database, without demo data', async () => {
    const [row] = await ask(
      'select (select count(*)::int from dino.client) as clients, (select count(*)::int from registry.app_user) as users',
    )
    expect(row).toEqual({ clients: 0, users: 0 })
  })

  test('prints the JSON alone on standard output; what happens meanwhile goes to standard error', async () => {
    const { code, out, err } = await crm('migrate --json')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toEqual({ applied: [] })
    expect(err).toContain('Starting the database')
  })

  test('answers a wrong call with exit code 2, in words, and leaves standard output empty', async () => {
    const { code, out, err } = await crm('migrat --json')
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/^There is no command "migrat"/)
  })

  test('prints the OpenAPI document without a database', async () => {
    const { code, out, err } = await crm('openapi')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(JSON.parse(out)).toMatchObject({ openapi: '3.1.0' })
  })
})

describe('user create', () => {
  const line = 'user create --prefix dino_uab --email Ana@Example.com --role admin --json'

  test('makes a user with the password from standard input', async () => {
    const made = await crm(line, 'a long password\n')
    expect(made).toMatchObject({ code: 0 })
    expect(JSON.parse(made.out)).toEqual({ created: 'ana@example.com', role: 'admin', prefix: 'dino_uab', cvl: null })
    const [user] = await ask(`select email, home_prefix, idioma, role, password_hash from registry.app_user u
      join registry.membership m on m.user_id = u.id join registry.credential c on c.user_id = u.id`)
    expect(user).toMatchObject({
      email: 'ana@example.com',
      home_prefix: 'dino_uab',
      idioma: 'portuguese',
      role: 'admin',
    })
    expect(await verify(String(user?.password_hash), 'a long password')).toBe(true)
  })

  test('audits role, prefix and CVL, and notifies who decides about rights in the prefix', async () => {
    await crm('user create --prefix dino_uab --email eva@example.com --role direction --name Eva', 'a long password\n')
    const [event] = await ask(
      `select prefix, details from registry.audit_event where action = 'user.created' and identity = 'eva@example.com'`,
    )
    expect(event).toEqual({ prefix: 'dino_uab', details: { role: 'direction', cvl: null } })
    const told = await ask(
      `select u.email, n.prefix, n.params from registry.notification n join registry.app_user u on u.id = n.user_id
        where n.kind = 'access.created'`,
    )
    expect(told).toEqual([{ email: 'ana@example.com', prefix: 'dino_uab', params: { name: 'Eva', role: 'direction' } }])
  })

  test('refuses the same e-mail again, whatever its case', async () => {
    const again = await crm(line, 'another password\n')
    expect(again).toMatchObject({ code: 1, out: '' })
    expect(again.err).toContain('There is a user ana@example.com already')
  })

  test.each([
    ['--prefix dino --email b@example.com --role admin', 'short', 1, 'at least 10 characters; it has 5'],
    ['--prefix dino --email b@example.com --role admin', 'password12', 1, 'too easy to guess'],
    ['--prefix dino --email beatriz@example.com --role admin', 'Beatriz-2026', 1, "user's own name"],
    [
      '--prefix dino --email b@example.com --role manager --cvl ES999999',
      'a long password',
      1,
      'no member of staff with the CVL ES999999 in dino',
    ],
    ['--prefix dino --email nonsense --role admin', 'a long password', 2, 'is not an e-mail address'],
  ])('%s: refused', async (options, password, code, message) => {
    const refused = await crm(`user create ${options}`, password)
    expect(refused).toMatchObject({ code, out: '' })
    expect(refused.err).toContain(message)
  })
})

test('import csv tells faults with file, line and reason, and ends with 1', async () => {
  const path = join(home, 'movements.csv')
  writeFileSync(path, 'cuenta;fecha;importe\nZZ-9;2026-03-01;5,00\n')
  const { code, out } = await crm(`import csv ${path} --prefix dino --json`)
  expect(code).toBe(1)
  expect(JSON.parse(out)).toMatchObject({
    ...{ accepted: false, written: false, rows: 1, refusedCount: 1 },
    refused: [{ file: 'movements.csv', line: 2, reason: expect.stringContaining('Account "ZZ-9"') }],
  })
  const wrong = await crm(`import csv ${path} --prefix dino --mapping account=1 --map 7`)
  expect(wrong).toMatchObject({ code: 2, out: '' })
})

describe('what guards an account', () => {
  const person = `(select id from registry.app_user where email = 'ana@example.com')`
  const openSession = () =>
    ask(`insert into registry.session (user_id, prefix, expires_at)
      select id, 'dino_uab', now() + interval '1 hour' from registry.app_user where email = 'ana@example.com'`)
  const left = () =>
    ask(`select (select count(*)::int from registry.totp) + (select count(*)::int from registry.passkey)
        + (select count(*)::int from registry.recovery_code) as guards,
      (select count(*)::int from registry.session where revoked_at is null) as sessions,
      (select google_subject from registry.app_user where id = ${person}) as google`)
  const audited = (action: string) =>
    ask(`select user_id = ${person} as theirs, identity, details from registry.audit_event where action = '${action}'`)

  test('is forgotten with the sessions: the Google account alone, once', async () => {
    await ask(`update registry.app_user set google_subject = '1234' where id = ${person}`)
    await openSession()
    const done = await crm('user forget-google --email Ana@Example.com --json')
    const forgotten = { google: 'forgotten', sessionsEnded: 1 }
    expect(JSON.parse(done.out)).toEqual({ user: 'ana@example.com', ...forgotten })
    expect(await left()).toEqual([{ guards: 0, sessions: 0, google: null }])
    expect(await audited('google.forgotten')).toEqual([
      { theirs: true, identity: 'ana@example.com', details: forgotten },
    ])
    const again = await crm('user forget-google --email ana@example.com')
    expect(again).toMatchObject({ code: 1, out: '' })
    expect(again.err).toContain('No Google account is kept for ana@example.com. Nothing was changed.')
  })

  test('is forgotten with the sessions: every second factor, and the person is told', async () => {
    const refused = await crm('user forget-factors --email ana@example.com')
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toContain('has no second factor. Nothing was changed.')
    await openSession()
    await ask(`insert into registry.totp (user_id, secret, confirmed_at) values (${person}, 'x', now())`)
    await ask(`insert into registry.passkey (user_id, credential_id, public_key, counter, transports, name)
      values (${person}, 'key', 'x', 0, '{}', 'Portátil')`)
    await ask(`insert into registry.recovery_code (user_id, code_hash, used_at)
      values (${person}, 'a', null), (${person}, 'b', now())`)
    const done = await crm('user forget-factors --email ana@example.com --json')
    const forgotten = { app: true, passkeys: 1, recoveryCodes: 1, sessionsEnded: 1 }
    expect(JSON.parse(done.out)).toEqual({ user: 'ana@example.com', ...forgotten })
    expect(await left()).toEqual([{ guards: 0, sessions: 0, google: null }])
    expect(await audited('secondFactor.forgotten')).toEqual([
      { theirs: true, identity: 'ana@example.com', details: forgotten },
    ])
    expect(
      await ask(
        `select kind, params from registry.notification where user_id = ${person} and kind <> 'access.created' order by id`,
      ),
    ).toEqual([
      { kind: 'secondFactor.removed', params: { way: 'app' } },
      { kind: 'secondFactor.removed', params: { way: 'passkey', name: 'Portátil' } },
    ])
    const nobody = await crm('user forget-factors --email nobody@example.com')
    expect(nobody.err).toContain('There is no user nobody@example.com. Nothing was changed.')
  })
})
