import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { checkEmail, lockSession } from '#contract/auth.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

const start = Date.parse('2026-06-15T10:00:00Z')
let now = start
let t: Awaited<ReturnType<typeof createTestTenant>>
beforeAll(async () => {
  t = await createTestTenant('dino', () => now)
})
afterEach(() => t.owner.query('truncate registry.call_limit'))
afterAll(() => t.drop())

const callCheckEmail = (
  email: string,
  { token, address = '127.0.0.1' }: { token?: string | undefined; address?: string } = {},
) =>
  t.app.inject({
    method: 'GET',
    url: `/ApiRest/api/auth/check-email?email=${encodeURIComponent(email)}`,
    remoteAddress: address,
    headers: token ? { authorization: `JWT ${token}` } : {},
  })

describe('check-email', () => {
  test('check-email reveals who can sign in, and user names only to a valid session', async () => {
    const user = await t.as('manager')
    const me = await t.as('admin')
    expect((await callCheckEmail(user.email)).json()).toEqual({ exists: true, username: null })
    expect((await callCheckEmail(user.email.toUpperCase(), me)).json()).toEqual({
      exists: true,
      username: user.username,
    })
    expect((await callCheckEmail('nobody@test.example')).json()).toEqual({ exists: false, username: null })
    expect((await callCheckEmail('nobody@test.example', me)).json()).toEqual({ exists: false, username: null })
    expect((await callCheckEmail(user.email, { token: `${me.token}x` })).json().username).toBeNull()
    await me.call(lockSession, { body: {} })
    expect((await callCheckEmail(user.email, me)).json(), 'a locked screen tells nothing').toEqual({
      exists: true,
      username: null,
    })
  })

  test('check-email reports users who cannot sign in as unknown', async () => {
    const disabled = await t.as('manager')
    const homeless = await t.as('manager')
    const google = await t.as('manager')
    await t.owner.query('update registry.app_user set disabled_at = now() where id = $1', [disabled.userId])
    await t.owner.query('delete from registry.membership where user_id = $1', [homeless.userId])
    await t.owner.query('delete from registry.credential where user_id = $1', [google.userId])
    for (const { email } of [disabled, homeless, google])
      expect((await callCheckEmail(email)).json().exists, email).toBe(false)
    const withGoogle = await createTestTenant('dino', () => now, { GOOGLE_CLIENT_ID: 'client' })
    const only = await withGoogle.as('manager')
    await withGoogle.owner.query('delete from registry.credential')
    expect(await withGoogle.nobody.call(checkEmail, { query: { email: only.email } })).toMatchObject({ exists: true })
    await withGoogle.drop()
  })

  test('limits check-email by minute and hour per address, and by minute per user', async () => {
    const statuses = async (times: number, as: Parameters<typeof callCheckEmail>[1] = {}) =>
      (await Promise.all(Array.from({ length: times }, (_, n) => callCheckEmail(`n${n}@test.example`, as)))).map(
        ({ statusCode }) => statusCode,
      )
    const passed = (all: number[]) => all.filter((status) => status === 200).length
    expect(passed(await statuses(15))).toBe(10)
    const refused = await callCheckEmail('one@test.example')
    expect([refused.statusCode, refused.headers['retry-after'], refused.json().code]).toEqual([
      429,
      '60',
      'request.tooMany',
    ])
    expect(passed(await statuses(3, { address: '203.0.113.5' })), 'another address').toBe(3)
    for (let minute = 1; minute < 6; minute += 1) {
      now = start + minute * 61_000
      expect(passed(await statuses(11))).toBe(10)
    }
    now = start + 7 * 61_000
    const inAnHour = await callCheckEmail('one@test.example')
    expect([inAnHour.statusCode, inAnHour.headers['retry-after']]).toEqual([429, `${3600 - 427}`])
    expect(passed(await statuses(65, await t.as('manager')))).toBe(60)
    now = start
  })

  test('check-email does the same work for known and unknown e-mails', async () => {
    const user = await t.as('manager')
    const access = t.tenants.signIn()
    const { queryPrepared } = access
    const done: string[] = []
    access.queryPrepared = (name, text, values) => {
      done.push(name)
      return queryPrepared(name, text, values)
    }
    const workOf = async (email: string) => {
      done.length = 0
      await callCheckEmail(email)
      return [...done]
    }
    const known = await workOf(user.email)
    const unknown = await workOf('nobody@test.example')
    Object.assign(access, { queryPrepared })
    expect(known).toEqual(['forget calls', 'count call', 'find by email', 'audit'])
    expect(unknown).toEqual(known)
  })

  test('check-email audits known e-mails in full and unknown ones masked', async () => {
    const user = await t.as('manager')
    await callCheckEmail(user.email)
    await callCheckEmail('somebody@elsewhere.example')
    const { rows } = await t.owner.query(
      `select identity, details, address from registry.audit_event where action = 'email.checked' order by id desc limit 2`,
    )
    expect(rows).toEqual([
      { identity: 's***@e***', details: { exists: false }, address: '127.0.0.1' },
      { identity: user.email, details: { exists: true }, address: '127.0.0.1' },
    ])
    const storedLimits = JSON.stringify((await t.owner.query('select * from registry.call_limit')).rows)
    expect(storedLimits).not.toContain('127.0.0.1')
  })
})
