import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { getSession, login, resetPassword } from '#contract/auth.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/core/config.ts'
import type { OutgoingMail } from '#server/core/mail/mail-transport.ts'
import { sendMail } from '#server/core/mail/send-mail.ts'
import { createMailDeps } from '#test/harness/mail.ts'
import { createTestTenant, testPassword } from '#test/harness/tenant.ts'

const start = Date.parse('2026-06-15T10:00:00Z')
const minute = 60_000
const newPassword = 'another long password'
const resetRequestedMessage = 'Hemos enviado las instrucciones a tu email.'
let now = start
let t: Awaited<ReturnType<typeof createTestTenant>>
beforeAll(async () => {
  t = await createTestTenant('dino', () => now, { PUBLIC_URL: 'https://crm.example' })
})
afterEach(async () => {
  await t.owner.query('truncate registry.call_limit, registry.sign_in_attempt, registry.mail')
})
afterAll(() => t.drop())

const passwordChangePath = '/ApiRest/api/auth/password-change'
type ResetRequestOptions = { headers?: Record<string, string>; payload?: string; address?: string }
const requestReset = (email: string, { headers = {}, payload, address = '127.0.0.1' }: ResetRequestOptions = {}) =>
  t.app.inject({
    method: 'POST',
    url: `${passwordChangePath}?email=${encodeURIComponent(email)}`,
    headers: { accept: '*/*', ...headers },
    remoteAddress: address,
    ...(payload === undefined ? {} : { payload }),
  })

const sentLetters: OutgoingMail[] = []
/** What has come to somebody's mailbox since the last look. */
const fetchMailTo = async (email: string): Promise<OutgoingMail[]> => {
  sentLetters.length = 0
  const mailDeps = createMailDeps(
    t,
    () => now,
    async (letter) => void sentLetters.push(letter),
  )
  await sendMail(mailDeps, new AbortController().signal)
  return sentLetters.filter(({ recipient }) => recipient === email)
}
const expectQueuedMails = (email: string, times = 1) =>
  expect
    .poll(
      async () =>
        (await t.owner.query('select count(*)::int as n from registry.mail where recipient = $1', [email])).rows[0].n,
    )
    .toBe(times)
const extractToken = ({ text }: OutgoingMail): string => /#token=([\w-]{43})$/m.exec(text)![1]!
/** Asks, waits for the e-mail and takes the link's token out of it. */
const requestResetToken = async (email: string): Promise<string> => {
  await t.owner.query('delete from registry.mail')
  await requestReset(email)
  await expectQueuedMails(email)
  return extractToken((await fetchMailTo(email))[0]!)
}
const callResetPassword = (token: string, password = newPassword) =>
  t.nobody.send(resetPassword, { body: { token, password } })
const getResetOutcome = async (response: ReturnType<typeof callResetPassword>) => {
  const { statusCode, body } = await response
  return statusCode === 200 ? 'changed' : JSON.parse(body).code
}
const signIn = async (identity: string, password: string) =>
  (await t.nobody.send(login, { body: { identity, password } })).statusCode

describe('requests of a password link', () => {
  test('answers every password link request with the same plain text', async () => {
    const user = await t.as('manager')
    await t.owner.query('update registry.app_user set disabled_at = now() where id = $1', [(await t.as('hr')).userId])
    for (const [email, extra] of [
      [user.email.toUpperCase(), {}],
      ['nobody@test.example', { headers: { 'ngrok-skip-browser-warning': 'true' } }],
      ['not an address', { headers: { accept: 'text/html' } }],
      ['nobody+tag@test.example', { headers: { 'content-type': 'text/xml' }, payload: '<ignored/>' }],
    ] as [string, ResetRequestOptions][]) {
      const response = await requestReset(email, extra)
      expect([response.statusCode, response.headers['content-type'], response.body]).toEqual([
        200,
        'text/plain; charset=utf-8',
        resetRequestedMessage,
      ])
    }
    await expectQueuedMails(user.email)
  })

  test('answering a link request takes the same work for every e-mail', async () => {
    const user = await t.as('manager')
    const access = t.tenants.signIn()
    const { queryPrepared, pool } = access
    const { connect } = pool
    const done: string[] = []
    let open = (): void => {}
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    access.queryPrepared = (name, text, values) => {
      done.push(name)
      return queryPrepared(name, text, values)
    }
    // Transactions wait at the gate: only what is done without one can come before the answer.
    Object.assign(pool, {
      connect: (...args: unknown[]) => {
        const go = () => Reflect.apply(connect, pool, args) as Promise<unknown>
        return args.length > 0 ? go() : gate.then(go)
      },
    })
    const workOf = async (email: string): Promise<string[]> => {
      done.length = 0
      expect((await requestReset(email)).body).toBe(resetRequestedMessage)
      return [...done]
    }
    const known = await workOf(user.email)
    const unknown = await workOf('nobody@test.example')
    open()
    Object.assign(access, { queryPrepared })
    Object.assign(pool, { connect })
    expect(known).toEqual(['forget calls', 'count call', 'forget calls', 'count call'])
    expect(unknown).toEqual(known)
    await expectQueuedMails(user.email)
  })

  test('sends no password link to users who cannot sign in', async () => {
    const disabled = await t.as('manager')
    const homeless = await t.as('manager')
    await t.owner.query('update registry.app_user set disabled_at = now() where id = $1', [disabled.userId])
    await t.owner.query('delete from registry.membership where user_id = $1', [homeless.userId])
    const unknown = async () =>
      (
        await t.owner.query(
          `select from registry.audit_event where action = 'password.resetUnknown' and identity like 'm***@t***'`,
        )
      ).rowCount!
    const before = await unknown()
    for (const email of [disabled.email, homeless.email, 'nobody@test.example']) await requestReset(email)
    await expect.poll(unknown).toBeGreaterThanOrEqual(before + 2)
    expect((await t.owner.query('select from registry.mail')).rowCount).toBe(0)
  })

  test('sends a link of the public address in the chosen language, with its requester', async () => {
    const user = await t.as('manager')
    await t.owner.query(`insert into registry.preference (user_id, language) values ($1, 'english')`, [user.userId])
    await requestReset(user.email, { headers: { host: 'evil.example' }, address: '203.0.113.7' })
    await expectQueuedMails(user.email)
    const [{ subject, text }] = (await fetchMailTo(user.email)) as [OutgoingMail]
    expect(subject).toBe('Choose a new password for Atalaya')
    expect(text).toMatch(/^https:\/\/crm\.example\/auth\/reset-password#token=[\w-]{43}$/m)
    expect(text).toContain('on 15 June 2026 at 12:00, from the address 203.0.113.7.')
    expect(text).toContain('until 15 June 2026 at 12:30.')
    const storedResets = JSON.stringify((await t.owner.query('select * from registry.password_reset')).rows)
    expect(storedResets).not.toContain(extractToken({ text } as OutgoingMail))
  })

  test('limits link requests by account and by address, with the wait in plain text', async () => {
    const answers = []
    for (let n = 0; n < 6; n += 1) answers.push(await requestReset('one@test.example'))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 429])
    const last = answers.at(-1)!
    expect([last.headers['content-type'], last.headers['retry-after'], last.body]).toEqual([
      'text/plain; charset=utf-8',
      '900',
      'Demasiadas peticiones seguidas. Espera un momento.',
    ])
    expect((await requestReset('one@test.example', { headers: { accept: 'application/json' } })).json().code).toBe(
      'request.tooMany',
    )
    expect((await requestReset('one@test.example', { address: '203.0.113.8' })).statusCode, 'from elsewhere').toBe(200)
    const others = await Promise.all(
      Array.from({ length: 12 }, (_, n) => requestReset(`name${n}@test.example`, { address: '203.0.113.9' })),
    )
    expect(others.filter(({ statusCode }) => statusCode === 200)).toHaveLength(10)
    now += 15 * minute
    expect((await requestReset('one@test.example')).statusCode).toBe(200)
  })

  test('reports an invalid link request in plain text', async () => {
    const response = await t.app.inject({ method: 'POST', url: passwordChangePath, headers: { accept: '*/*' } })
    expect([response.statusCode, response.headers['content-type']]).toEqual([400, 'text/plain; charset=utf-8'])
    expect(response.body).toBe('Algún dato no es válido. Revísalo e inténtalo de nuevo.')
  })

  test('limits the e-mails to one user, however many addresses ask', async () => {
    const user = await t.as('manager')
    for (let n = 0; n < 13; n += 1) await requestReset(user.email, { address: `203.0.113.${100 + n}` })
    const events = async () =>
      (
        await t.owner.query(`select from registry.audit_event where user_id = $1 and action like 'password.reset%'`, [
          user.userId,
        ])
      ).rowCount
    await expect.poll(events).toBe(13)
    expect(await fetchMailTo(user.email)).toHaveLength(10)
  })
})

describe('password links', () => {
  test('a link sets the password once, ends every session and lifts sign-in delays', async () => {
    const user = await t.as('manager')
    const token = await requestResetToken(user.email)
    for (let n = 0; n < 6; n += 1) await signIn(user.email, 'a wrong guess')
    expect(await getResetOutcome(callResetPassword(token))).toBe('changed')
    await expect(user.call(getSession, {})).rejects.toMatchObject({ code: 'session.revoked' })
    expect([await signIn(user.email, testPassword), await signIn(user.email, newPassword)]).toEqual([401, 200])
    expect(await getResetOutcome(callResetPassword(token, 'yet another password'))).toBe('password.reset')

    const [mail] = await fetchMailTo(user.email)
    expect([mail!.subject, mail!.text.includes('https://crm.example/auth/forget-password')]).toEqual([
      'Ha cambiado tu contraseña de Atalaya',
      true,
    ])
    const notifications = await t.owner.query('select kind, params from registry.notification where user_id = $1', [
      user.userId,
    ])
    expect(notifications.rows).toContainEqual({ kind: 'password.changed', params: { address: '127.0.0.1' } })
    const audited = await t.owner.query('select action from registry.audit_event where user_id = $1 order by id', [
      user.userId,
    ])
    expect(audited.rows.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['password.resetAsked', 'password.reset']),
    )
  })

  test('a password link expires after thirty minutes', async () => {
    const user = await t.as('manager')
    const first = await requestResetToken(user.email)
    const second = await requestResetToken(user.email)
    now += 30 * minute - 1000
    expect(await getResetOutcome(callResetPassword(first))).toBe('changed')
    const third = await requestResetToken(user.email)
    now += 30 * minute
    expect(await getResetOutcome(callResetPassword(third, 'yet another password'))).toBe('password.reset')
    expect(await getResetOutcome(callResetPassword(second, 'yet another password'))).toBe('password.reset')
  })

  test('a fourth link ends the oldest, and using one ends the others', async () => {
    const user = await t.as('manager')
    const links: string[] = []
    for (let n = 0; n < 4; n += 1) {
      links.push(await requestResetToken(user.email))
      now += minute
    }
    expect(await getResetOutcome(callResetPassword(links[0]!))).toBe('password.reset')
    expect(await getResetOutcome(callResetPassword(links[1]!))).toBe('changed')
    expect(await getResetOutcome(callResetPassword(links[2]!, 'yet another password'))).toBe('password.reset')
    expect(await getResetOutcome(callResetPassword(links[3]!, 'yet another password'))).toBe('password.reset')
  })

  test('a password link used twice at once works once', async () => {
    const user = await t.as('manager')
    const token = await requestResetToken(user.email)
    const outcomes = await Promise.all([
      getResetOutcome(callResetPassword(token, 'the first of two passwords')),
      getResetOutcome(callResetPassword(token, 'the second of two passwords')),
    ])
    expect(outcomes.sort()).toEqual(['changed', 'password.reset'])
    const statuses = [
      await signIn(user.email, 'the first of two passwords'),
      await signIn(user.email, 'the second of two passwords'),
    ]
    expect(statuses.sort()).toEqual([200, 401])
  })

  test('an unchanged, weak or malformed new password leaves the link usable', async () => {
    const user = await t.as('manager')
    const token = await requestResetToken(user.email)
    expect(await getResetOutcome(callResetPassword(token, testPassword))).toBe('password.sameAsBefore')
    expect(await getResetOutcome(callResetPassword(token, 'too short'))).toBe('request.invalid')
    expect(await getResetOutcome(callResetPassword(token, 'password12'))).toBe('password.tooCommon')
    expect(await getResetOutcome(callResetPassword(token, user.email))).toBe('password.ownWords')
    expect(await getResetOutcome(callResetPassword(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`))).toBe(
      'password.reset',
    )
    expect(await getResetOutcome(callResetPassword(token))).toBe('changed')
  })

  test('a password link survives a restart of the server', async () => {
    const user = await t.as('manager')
    const token = await requestResetToken(user.email)
    const config = { ...readConfig({}), logLevel: 'silent' as const }
    const restarted = await buildApp({ config, tenants: t.tenants, secret: t.secret, clock: () => now })
    const url = '/api/v1/password-resets'
    const response = await restarted.inject({ method: 'POST', url, payload: { token, password: newPassword } })
    expect(response.json()).toEqual({ changed: true })
    await restarted.close()
  })

  test('a link sets a first password and refuses a user disabled since', async () => {
    const google = await t.as('manager')
    const disabled = await t.as('manager')
    await t.owner.query('delete from registry.credential where user_id = $1', [google.userId])
    const first = await requestResetToken(google.email)
    const second = await requestResetToken(disabled.email)
    await t.owner.query('update registry.app_user set disabled_at = now() where id = $1', [disabled.userId])
    expect(await getResetOutcome(callResetPassword(first))).toBe('changed')
    expect(await signIn(google.email, newPassword)).toBe(200)
    expect(await getResetOutcome(callResetPassword(second))).toBe('password.reset')
  })

  test('limits guesses of password links', async () => {
    const guesses = await Promise.all(
      Array.from({ length: 25 }, (_, n) => getResetOutcome(callResetPassword(`${n}`.padStart(43, 'x')))),
    )
    expect(guesses.filter((code) => code === 'password.reset')).toHaveLength(20)
    expect(guesses.filter((code) => code === 'request.tooMany')).toHaveLength(5)
    const { rows } = await t.owner.query(
      `select count(*)::int as n, max(address) as "from" from registry.audit_event where details->>'by' = 'link'`,
    )
    expect([rows[0].n >= 20, rows[0].from]).toEqual([true, '127.0.0.1'])
  })
})

test('logs no e-mail, link or password of a reset, at any level', async () => {
  const lines: string[] = []
  const app = await buildApp({
    config: { ...readConfig({}), logLevel: 'debug' },
    tenants: t.tenants,
    secret: t.secret,
    clock: () => now,
    logStream: { write: (line) => lines.push(line) },
  })
  const user = await t.as('manager')
  const inject = (url: string, payload?: object) => app.inject({ method: 'POST', url, ...(payload ? { payload } : {}) })
  await inject(`${passwordChangePath}?email=${encodeURIComponent(user.email)}`)
  await expectQueuedMails(user.email)
  const token = extractToken((await fetchMailTo(user.email))[0]!)
  await inject('/api/v1/password-resets', { token, password: newPassword })
  // A database that lacks a table answers 500, which is logged.
  await t.owner.query('alter table registry.password_reset rename to gone')
  await inject('/api/v1/password-resets', { token, password: newPassword })
  await inject(`${passwordChangePath}?email=${encodeURIComponent(user.email)}`)
  await expect.poll(() => lines.join('')).toContain('no link was sent')
  await t.owner.query('alter table registry.gone rename to password_reset')
  expect(lines.length).toBeGreaterThanOrEqual(2)
  for (const secret of [user.email, encodeURIComponent(user.email), token, newPassword])
    expect(lines.join('')).not.toContain(secret)
  await app.close()
})
