import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ignoreProgress } from '#db/progress.ts'
import { cloneDatabase } from '#test/harness/database.ts'
import { CommandError, UsageError } from './command.ts'
import { commands } from './commands.ts'
import { parseCommandLine } from './parse-command-line.ts'

let currentPassword = ''
vi.mock('./read-password.ts', () => ({ readPassword: async () => currentPassword }))

let database: Awaited<ReturnType<typeof cloneDatabase>>
let ownerClient: Client
beforeAll(async () => {
  database = await cloneDatabase()
  ownerClient = new Client({ connectionString: database.ownerUrl })
  await ownerClient.connect()
})
afterAll(async () => {
  await ownerClient.end()
  await database.drop()
})

/** What the command answers, run in this process; crm.test.ts runs some in one of their own, as people do. */
const runCrmCommand = async (line: string, typed = ''): Promise<unknown> => {
  const request = parseCommandLine(commands, line.split(' '))
  if ('help' in request) throw new Error(`no command: ${line}`)
  currentPassword = typed
  const { ownerUrl, secret } = database
  const { signal } = new AbortController()
  return request.command.run({ ...request, ownerUrl, secret, home: '', applied: [], progress: ignoreProgress, signal })
}
const queryRows = async (sql: string): Promise<Record<string, unknown>[]> => (await ownerClient.query(sql)).rows

const createAnaCommandLine = 'user create --prefix dino_uab --email Ana@Example.com --role admin'
beforeAll(() => runCrmCommand(createAnaCommandLine, 'a long password'))

describe('the command user create', () => {
  test('user create audits role, prefix and CVL, and notifies administrators of rights', async () => {
    await runCrmCommand(
      'user create --prefix dino_uab --email eva@example.com --role direction --name Eva',
      'a long password',
    )
    const [event] = await queryRows(
      `select prefix, details from registry.audit_event where action = 'user.created' and identity = 'eva@example.com'`,
    )
    expect(event).toEqual({ prefix: 'dino_uab', details: { role: 'direction', cvl: null } })
    const notifications = await queryRows(
      `select u.email, n.prefix, n.params from registry.notification n join registry.app_user u on u.id = n.user_id
        where n.kind = 'access.created'`,
    )
    expect(notifications).toEqual([
      { email: 'ana@example.com', prefix: 'dino_uab', params: { name: 'Eva', role: 'direction' } },
    ])
  })

  test.each([
    [createAnaCommandLine, 'another password', CommandError, 'There is a user ana@example.com already'],
    ['user create --prefix dino --email b@example.com --role admin', 'short', CommandError, 'characters; it has 5'],
    ['user create --prefix dino --email b@example.com --role admin', 'password12', CommandError, 'too easy to guess'],
    [
      'user create --prefix dino --email beatriz@example.com --role admin',
      'Beatriz-2026',
      CommandError,
      "user's own name",
    ],
    [
      'user create --prefix dino --email b@example.com --role manager --cvl ES999999',
      'a long password',
      CommandError,
      'no member of staff with the CVL ES999999 in dino',
    ],
    [
      'user create --prefix dino --email nonsense --role admin',
      'a long password',
      UsageError,
      'is not an e-mail address',
    ],
  ])('refuses the command "%s" with the password "%s"', async (line, typed, kind, message) => {
    const users = await queryRows('select email from registry.app_user order by id')
    const refused = await runCrmCommand(line, typed).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(kind)
    expect(refused).toMatchObject({ message: expect.stringContaining(message) })
    expect(await queryRows('select email from registry.app_user order by id')).toEqual(users)
  })
})

test('import csv refuses an unknown option', async () => {
  await expect(runCrmCommand('import csv movements.csv --prefix dino --mapping account=1 --map 7')).rejects.toThrow(
    UsageError,
  )
})

describe('commands that reset sign-in guards', () => {
  const person = `(select id from registry.app_user where email = 'ana@example.com')`
  const openSession = () =>
    queryRows(`insert into registry.session (user_id, prefix, expires_at)
      select id, 'dino_uab', now() + interval '1 hour' from registry.app_user where email = 'ana@example.com'`)
  const left = () =>
    queryRows(`select (select count(*)::int from registry.totp) + (select count(*)::int from registry.passkey)
        + (select count(*)::int from registry.recovery_code) as guards,
      (select count(*)::int from registry.session where revoked_at is null) as sessions,
      (select google_subject from registry.app_user where id = ${person}) as google`)
  const audited = (action: string) =>
    queryRows(
      `select user_id = ${person} as theirs, identity, details from registry.audit_event where action = '${action}'`,
    )

  test("forget-google removes the Google account once and ends the user's sessions", async () => {
    await queryRows(`update registry.app_user set google_subject = '1234' where id = ${person}`)
    await openSession()
    const done = await runCrmCommand('user forget-google --email Ana@Example.com')
    const forgotten = { google: 'forgotten', sessionsEnded: 1 }
    expect(done).toEqual({ user: 'ana@example.com', ...forgotten })
    expect(await left()).toEqual([{ guards: 0, sessions: 0, google: null }])
    expect(await audited('google.forgotten')).toEqual([
      { theirs: true, identity: 'ana@example.com', details: forgotten },
    ])
    await expect(runCrmCommand('user forget-google --email ana@example.com')).rejects.toThrow(
      'No Google account is kept for ana@example.com. Nothing was changed.',
    )
  })

  test('forget-factors removes every second factor, ends sessions and notifies the user', async () => {
    const forget = 'user forget-factors --email ana@example.com'
    await expect(runCrmCommand(forget)).rejects.toThrow('has no second factor. Nothing was changed.')
    await openSession()
    await queryRows(`insert into registry.totp (user_id, secret, confirmed_at) values (${person}, 'x', now())`)
    await queryRows(`insert into registry.passkey (user_id, credential_id, public_key, counter, transports, name)
      values (${person}, 'key', 'x', 0, '{}', 'Portátil')`)
    await queryRows(`insert into registry.recovery_code (user_id, code_hash, used_at)
      values (${person}, 'a', null), (${person}, 'b', now())`)
    const done = await runCrmCommand(forget)
    const forgotten = { app: true, passkeys: 1, recoveryCodes: 1, sessionsEnded: 1 }
    expect(done).toEqual({ user: 'ana@example.com', ...forgotten })
    expect(await left()).toEqual([{ guards: 0, sessions: 0, google: null }])
    expect(await audited('secondFactor.forgotten')).toEqual([
      { theirs: true, identity: 'ana@example.com', details: forgotten },
    ])
    expect(
      await queryRows(
        `select kind, params from registry.notification where user_id = ${person} and kind <> 'access.created' order by id`,
      ),
    ).toEqual([
      { kind: 'secondFactor.removed', params: { way: 'app' } },
      { kind: 'secondFactor.removed', params: { way: 'passkey', name: 'Portátil' } },
    ])
    await expect(runCrmCommand('user forget-factors --email nobody@example.com')).rejects.toThrow(
      'There is no user nobody@example.com. Nothing was changed.',
    )
  })
})
