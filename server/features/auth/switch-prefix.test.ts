import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getFormDraft, saveFormDraft } from '#contract/auth/drafts.ts'
import { getSession, listSessions, login, sendHeartbeat, switchPrefix } from '#contract/auth.ts'
import { setPreferences } from '#contract/personal-area/preferences.ts'
import { createTestTenant, testPassword } from '#test/harness/tenant.ts'

let now = Date.now()
let t: Awaited<ReturnType<typeof createTestTenant>>
beforeAll(async () => {
  t = await createTestTenant('dino', () => now)
})
afterAll(() => t.drop())

type Caller = Awaited<ReturnType<typeof t.as>>
const createMultiPrefixUser = async () => {
  const me = await t.as('manager')
  await t.owner.query(
    `insert into registry.membership (user_id, prefix, role) values ($1, 'cfl', 'direction'), ($1, 'dino_uab', 'hr')`,
    [me.userId],
  )
  return me
}
const callSwitchPrefix = (caller: Pick<Caller, 'call'>, prefix: 'dino' | 'dino_uab' | 'cfl') =>
  caller.call(switchPrefix, { body: { prefix } })
const revokedSessionError = { status: 401, code: 'session.revoked' }

describe('switching prefix', () => {
  test('switching prefix opens a session with its role and language, ending the old one', async () => {
    const me = await createMultiPrefixUser()
    await me.call(setPreferences, { body: { language: 'english', layout: { layoutMode: 'horizontal' } } })
    const before = await me.call(getSession, {})
    expect(before.preferences.language).toBe('english')
    const { token, ...answer } = await callSwitchPrefix(me, 'cfl')
    expect(answer).toEqual({ username: me.username, email: me.email, idioma: 'mexican' })
    const there = t.callerWith(token)
    const session = await there.call(getSession, {})
    expect(session).toMatchObject({
      prefix: 'cfl',
      role: 'direction',
      idioma: 'mexican',
      locale: 'es-MX',
      actingCvl: null,
    })
    expect(session.preferences).toMatchObject({ language: null, layout: { layoutMode: 'horizontal' } })
    expect(session.sessionId).not.toBe(before.sessionId)
    await expect(me.call(getSession, {})).rejects.toMatchObject(revokedSessionError)
    await expect(me.call(sendHeartbeat, { body: { idleFor: 0 } })).rejects.toMatchObject(revokedSessionError)
    // A second process never saw the old token before.
    const restarted = await t.start()
    await expect(t.callerWith(me.token, {}, restarted).call(getSession, {})).rejects.toMatchObject(revokedSessionError)
    expect((await t.callerWith(token, {}, restarted).call(getSession, {})).prefix).toBe('cfl')
    await restarted.close()
    const { rows } = await t.owner.query(
      `select prefix, details from registry.audit_event where user_id = $1 and action = 'prefix.switched'`,
      [me.userId],
    )
    expect(rows).toEqual([{ prefix: 'cfl', details: { from: 'dino', to: 'cfl' } }])
    expect((await t.callerWith((await callSwitchPrefix(there, 'dino')).token).call(getSession, {})).idioma).toBe(
      'spanish',
    )
  })

  test("switching prefix keeps the session's end and second factor and adds no sign-in", async () => {
    const me = await createMultiPrefixUser()
    const { expiresAt } = await me.call(getSession, {})
    const given = new Date(now).toISOString()
    await t.owner.query(`insert into registry.totp (user_id, secret, confirmed_at) values ($1, 'x', now())`, [
      me.userId,
    ])
    await t.owner.query('update registry.session set second_factor_at = $2 where user_id = $1', [me.userId, given])
    now += 10 * 60_000
    const there = t.callerWith((await callSwitchPrefix(me, 'dino_uab')).token)
    expect((await there.call(getSession, {})).expiresAt).toBe(expiresAt)
    const { rows } = await t.owner.query(
      `select (select count(*)::int from registry.notification where user_id = $1) as told,
              (select second_factor_at from registry.session where user_id = $1 and revoked_at is null) as given`,
      [me.userId],
    )
    expect([rows[0].told, rows[0].given.toISOString()]).toEqual([0, given])
    expect((await there.call(listSessions, {})).sessions).toHaveLength(1)
  })

  test('switching prefix asks for the second factor that the other prefix requires', async () => {
    const me = await createMultiPrefixUser()
    await t.owner.query(`update registry.tenant set second_factor_roles = '{direction}' where prefix = 'cfl'`)
    const there = t.callerWith((await callSwitchPrefix(me, 'cfl')).token)
    await expect(there.call(listSessions, {})).rejects.toMatchObject({ status: 423, code: 'session.enrolment' })
    await t.owner.query(`update registry.tenant set second_factor_roles = '{}'`)
  })

  test('refuses a switch to a prefix without membership and keeps the session', async () => {
    const me = await t.as('manager')
    await me.call(setPreferences, { body: { language: 'english' } })
    await expect(callSwitchPrefix(me, 'cfl')).rejects.toMatchObject({ status: 409, code: 'prefix.notYours' })
    await expect(me.call(switchPrefix, { body: { prefix: 'elsewhere' as 'cfl' } })).rejects.toMatchObject({
      status: 400,
    })
    expect((await me.call(getSession, {})).preferences.language).toBe('english')
  })

  test('two concurrent switches of prefix open one session', async () => {
    const me = await createMultiPrefixUser()
    const both = await Promise.allSettled([callSwitchPrefix(me, 'cfl'), callSwitchPrefix(me, 'dino_uab')])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(both.find((one) => one.status === 'rejected')?.reason).toMatchObject(revokedSessionError)
    const { rowCount } = await t.owner.query('select from registry.session where user_id = $1 and revoked_at is null', [
      me.userId,
    ])
    expect(rowCount).toBe(1)
  })

  test('drafts stay in the prefix where they were typed', async () => {
    const me = await createMultiPrefixUser()
    await me.call(saveFormDraft, { params: { form: 'client' }, body: { values: { name: 'Ana' } } })
    const there = t.callerWith((await callSwitchPrefix(me, 'cfl')).token)
    expect(await there.call(getFormDraft, { params: { form: 'client' } })).toEqual({ draft: null })
  })
})

test('signing in opens the home prefix and ignores a language not offered there', async () => {
  const me = await createMultiPrefixUser()
  const there = t.callerWith((await callSwitchPrefix(me, 'cfl')).token)
  await there.call(setPreferences, { body: { language: 'mexican' } })
  const body = { identity: me.username, password: testPassword }
  const home = t.callerWith((await t.nobody.call(login, { query: {}, body })).token)
  const session = await home.call(getSession, {})
  expect([session.prefix, session.idioma, session.preferences.language]).toEqual(['dino', 'spanish', null])
})
