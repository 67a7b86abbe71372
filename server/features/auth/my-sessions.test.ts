import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endOtherSession, formatTabSessionHeader, getSession, listSessions, tabSessionHeader } from '#contract/auth.ts'
import { listClients } from '#contract/clients.ts'
import { listNotifications } from '#contract/notifications.ts'
import { setPreferences } from '#contract/personal-area/preferences.ts'
import { createTestTenant, testPassword } from '#test/harness/tenant.ts'

let now = Date.now()
let t: Awaited<ReturnType<typeof createTestTenant>>
beforeAll(async () => {
  t = await createTestTenant('dino', () => now)
})
afterAll(() => t.drop())

type Caller = Awaited<ReturnType<typeof t.as>>
const day = 86_400_000
const invalidSessionError = { status: 401, code: 'session.invalid' }

const signInFrom = async ({ username }: Caller, remoteAddress = '10.0.0.1', agent = 'Firefox') => {
  const response = await t.app.inject({
    method: 'POST',
    url: '/ApiRest/api/auth/login',
    remoteAddress,
    headers: { 'user-agent': agent },
    payload: { identity: username, password: testPassword },
  })
  return t.callerWith(response.json().token)
}
const listOwnSessions = async (caller: Pick<Caller, 'call'>) => (await caller.call(listSessions, {})).sessions
const findAuditEvents = async ({ userId }: Caller, action: string) =>
  (
    await t.owner.query('select prefix, details from registry.audit_event where user_id = $1 and action = $2', [
      userId,
      action,
    ])
  ).rows

describe("the user's own sessions", () => {
  test("lists the user's live sessions with their places, the current one first", async () => {
    const me = await t.as('manager')
    now += 60_000
    const other = await signInFrom(me, '10.0.0.7', 'Firefox on a ship')
    await t.as('manager')
    const listedSessions = await listOwnSessions(me)
    expect(listedSessions.map(({ current, prefix, address, agent }) => [current, prefix, address, agent])).toEqual([
      [true, 'dino', '127.0.0.1', 'lightMyRequest'],
      [false, 'dino', '10.0.0.7', 'Firefox on a ship'],
    ])
    expect((await listOwnSessions(other)).map(({ current }) => current)).toEqual([true, false])
    now += 40 * 60_000
    const late = await signInFrom(me)
    expect(await listOwnSessions(late)).toHaveLength(1)
  })

  test('ends another session once, and its next call is refused', async () => {
    const me = await t.as('manager')
    const other = await signInFrom(me)
    const { sessionId } = await other.call(getSession, {})
    expect(await me.call(endOtherSession, { params: { sessionId } })).toEqual({ ended: true })
    await expect(other.call(getSession, {})).rejects.toMatchObject({ status: 401, code: 'session.revoked' })
    const again = me.call(endOtherSession, { params: { sessionId } })
    await expect(again).rejects.toMatchObject({ status: 404, code: 'notFound' })
    const by = (await me.call(getSession, {})).sessionId
    expect(await findAuditEvents(me, 'session.ended')).toEqual([{ prefix: 'dino', details: { sessionId, by } }])
  })

  test('refuses to end a session of another user', async () => {
    const me = await t.as('admin')
    const other = await t.as('manager')
    const { sessionId } = await other.call(getSession, {})
    const attempt = me.call(endOtherSession, { params: { sessionId } })
    await expect(attempt).rejects.toMatchObject({ status: 404, code: 'notFound' })
    expect((await other.call(getSession, {})).username).toBe(other.username)
    expect(await findAuditEvents(me, 'session.ended')).toEqual([])
    const strange = me.call(endOtherSession, { params: { sessionId: 'nonsense' } })
    await expect(strange).rejects.toMatchObject({ status: 400 })
  })
})

describe('sign-ins from new places', () => {
  const listNotificationKinds = async (caller: Pick<Caller, 'call'>) =>
    (await caller.call(listNotifications, {})).notifications.map(({ kind, params }) => [kind, params])

  test('notifies a returning user of a sign-in from a new place, once per place', async () => {
    const me = await t.as('manager')
    expect(await listNotificationKinds(me)).toEqual([])
    await signInFrom(me, '10.0.0.1', 'Firefox')
    await signInFrom(me, '10.0.0.1', 'Firefox')
    const testAccount = (address: string, agent: string) => ['signIn.newPlace', { address, agent }]
    expect(await listNotificationKinds(me)).toEqual([testAccount('10.0.0.1', 'Firefox')])
    await signInFrom(me, '10.0.0.1', 'Chrome')
    await signInFrom(me, '10.0.0.2', 'Firefox')
    expect(await listNotificationKinds(me)).toEqual([
      testAccount('10.0.0.2', 'Firefox'),
      testAccount('10.0.0.1', 'Chrome'),
      testAccount('10.0.0.1', 'Firefox'),
    ])
  })

  test('a place counts as new again ninety days after its last use', async () => {
    const me = await t.as('manager')
    now += 89 * day
    const knownSession = await signInFrom(me, '127.0.0.1', 'lightMyRequest')
    expect(await listNotificationKinds(knownSession)).toEqual([])
    now += 200 * day
    const back = await signInFrom(me, '127.0.0.1', 'lightMyRequest')
    expect(await listNotificationKinds(back)).toHaveLength(1)
  })

  test('clears old sessions in batches and keeps the last one of each user', async () => {
    const me = await t.as('manager')
    const long = new Date(now - 200 * day).toISOString()
    await t.owner.query(
      `insert into registry.session (user_id, prefix, created_at, expires_at)
       select $1, 'dino', $2::timestamptz + make_interval(mins => n), $2::timestamptz + interval '12 hours' from generate_series(1, 25) n`,
      [me.userId, long],
    )
    const gone = await t.as('manager')
    await t.owner.query('update registry.session set created_at = $2, expires_at = $2 where user_id = $1', [
      gone.userId,
      long,
    ])
    const left = async ({ userId }: Caller) =>
      (
        await t.owner.query('select from registry.session where user_id = $1 and expires_at < $2', [
          userId,
          new Date(now - 90 * day),
        ])
      ).rowCount
    const other = await t.as('manager')
    const before = (await left(me)) ?? 0
    await signInFrom(other)
    expect(before - ((await left(me)) ?? 0)).toBeLessThanOrEqual(20)
    for (let n = 0; n < 4; n++) await signInFrom(me)
    expect([await left(me), await left(gone)]).toEqual([0, 1])
  })
})

describe('changes of a signed-in user', () => {
  test('a changed role applies to the next call', async () => {
    const me = await t.as('manager')
    await me.call(listClients.page, {})
    await t.owner.query(`update registry.membership set role = 'hr' where user_id = $1`, [me.userId])
    await expect(me.call(listClients.page, {})).rejects.toMatchObject({ status: 403, code: 'permission.missing' })
    expect((await me.call(getSession, {})).role).toBe('hr')
  })

  test('disabling a user or ending their membership refuses their next call', async () => {
    const disabled = await t.as('manager')
    const left = await t.as('manager')
    await t.owner.query('update registry.app_user set disabled_at = now() where id = $1', [disabled.userId])
    await t.owner.query('delete from registry.membership where user_id = $1', [left.userId])
    await expect(disabled.call(getSession, {})).rejects.toMatchObject(invalidSessionError)
    await expect(left.call(getSession, {})).rejects.toMatchObject(invalidSessionError)
    await expect(signInFrom(disabled).then((caller) => caller.call(getSession, {}))).rejects.toMatchObject({
      status: 401,
    })
  })

  test('maintenance permits sign-in and administrators and refuses every other call', async () => {
    const me = await t.as('manager')
    const admin = await t.as('admin')
    await t.owner.query(`update registry.tenant set maintenance = '{"since": "2026-06-15T10:00:00Z", "message": "", "until": null}'
      where prefix = 'dino'`)
    const later = await signInFrom(me)
    await expect(later.call(getSession, {})).rejects.toMatchObject({ status: 503, code: 'maintenance' })
    await expect(me.call(listClients.page, {})).rejects.toMatchObject({ status: 503, code: 'maintenance' })
    expect((await (await signInFrom(admin)).call(getSession, {})).maintenance).not.toBeNull()
    await t.owner.query('update registry.tenant set maintenance = null')
    await later.call(getSession, {})
  })
})

describe('tabs with another session', () => {
  test('refuses reads and writes of a tab that names another session', async () => {
    const me = await t.as('manager')
    const other = await t.as('manager')
    const session = await me.call(getSession, {})
    const { sessionId } = await other.call(getSession, {})
    const changed = { status: 409, code: 'session.changed' }
    for (const belief of [
      formatTabSessionHeader({ ...session, sessionId }),
      formatTabSessionHeader({ ...session, prefix: 'cfl' }),
      formatTabSessionHeader({ ...session, actingCvl: 'ES0001' }),
      'nonsense',
      '',
    ]) {
      const tab = t.callerWith(me.token, { [tabSessionHeader]: belief })
      await expect(tab.call(listClients.page, {}), belief).rejects.toMatchObject(changed)
      const write = tab.call(setPreferences, { body: { layout: { layoutMode: 'detached' } } })
      await expect(write, belief).rejects.toMatchObject(changed)
    }
    const tab = t.callerWith(me.token, { [tabSessionHeader]: formatTabSessionHeader(session) })
    expect((await tab.call(getSession, {})).preferences.layout).toBeNull()
    await tab.call(setPreferences, { body: { layout: { layoutMode: 'detached' } } })
  })
})
