import { OAuth2Server } from 'oauth2-mock-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saveFormDraft } from '#contract/auth/drafts.ts'
import { getSession, lockSession, login, sendHeartbeat, signOut, unlockSession } from '#contract/auth.ts'
import { listClients } from '#contract/clients.ts'
import { createTestTenant, testPassword } from '#test/harness/tenant.ts'

let now = Date.now()
let t: Awaited<ReturnType<typeof createTestTenant>>
const googleServer = new OAuth2Server()
beforeAll(async () => {
  await googleServer.issuer.keys.generate('RS256')
  await googleServer.start(0, '127.0.0.1')
  const environment = { GOOGLE_CLIENT_ID: 'atalaya-test', GOOGLE_ISSUER: googleServer.issuer.url! }
  t = await createTestTenant('dino', () => now, environment)
})
afterAll(async () => {
  await googleServer.stop()
  await t.drop()
})

type Caller = Awaited<ReturnType<typeof t.as>>
const findAuditActions = async ({ userId }: Caller) =>
  (await t.owner.query('select action from registry.audit_event where user_id = $1 order by id', [userId])).rows.map(
    ({ action }) => action,
  )
const createLockedSession = async () => {
  const me = await t.as('manager')
  await me.call(lockSession, { body: {} })
  return me
}
const callUnlock = (caller: Pick<Caller, 'call'>, password = testPassword) =>
  caller.call(unlockSession, { body: { password } })
const lockedError = { status: 423, code: 'session.locked' }

describe('locked sessions', () => {
  test('a locked session answers only lock calls, after a restart too, until unlocked', async () => {
    const me = await createLockedSession()
    await expect(me.call(listClients.page, {})).rejects.toMatchObject(lockedError)
    await expect(me.call(getSession, {})).rejects.toMatchObject(lockedError)
    await me.call(saveFormDraft, { params: { form: 'settings' }, body: { values: { message: 'half a sen' } } })
    await me.call(sendHeartbeat, { body: { idleFor: 0 } })
    await me.call(lockSession, { body: {} })
    const restarted = await t.start()
    const again = t.callerWith(me.token, {}, restarted)
    await expect(again.call(getSession, {})).rejects.toMatchObject(lockedError)
    await expect(callUnlock(again, 'not this one')).rejects.toMatchObject({
      status: 422,
      code: 'password.wrong',
      fields: { password: 'wrong' },
    })
    await expect(again.call(getSession, {})).rejects.toMatchObject(lockedError)
    expect(await callUnlock(again)).toEqual({ locked: false })
    expect((await me.call(getSession, {})).username).toBe(me.username)
    expect(await findAuditActions(me)).toEqual(['signIn', 'lock', 'unlock.refused', 'unlock'])
    await restarted.close()
  })

  test("locking one session leaves the user's other sessions open", async () => {
    const me = await createLockedSession()
    const body = { identity: me.username, password: testPassword }
    const other = t.callerWith((await t.nobody.call(login, { query: {}, body })).token)
    expect((await other.call(getSession, {})).username).toBe(me.username)
    await expect(me.call(getSession, {})).rejects.toMatchObject(lockedError)
  })

  test('signing out of a locked session ends it', async () => {
    const me = await createLockedSession()
    await me.call(signOut, { body: {} })
    await expect(callUnlock(me)).rejects.toMatchObject({ status: 401, code: 'session.revoked' })
  })

  test('concurrent unlocks open a session once, with the right password only', async () => {
    const me = await createLockedSession()
    expect(await Promise.all([callUnlock(me), callUnlock(me)])).toEqual([{ locked: false }, { locked: false }])
    expect((await findAuditActions(me)).filter((action) => action === 'unlock')).toHaveLength(1)
    await me.call(lockSession, { body: {} })
    const [right, wrong] = await Promise.allSettled([callUnlock(me), callUnlock(me, 'not this one')])
    expect([right.status, wrong.status]).toEqual(['fulfilled', 'rejected'])
    expect((await me.call(getSession, {})).username).toBe(me.username)
  })

  test('wrong unlock passwords count together with failed sign-ins', async () => {
    const me = await createLockedSession()
    const guesses = await Promise.allSettled(Array.from({ length: 12 }, (_, n) => callUnlock(me, `guess ${n}`)))
    const codes = guesses.map((guess) => (guess.status === 'rejected' ? guess.reason.code : 'open'))
    expect(codes.filter((code) => code === 'password.wrong')).toHaveLength(5)
    expect(codes.filter((code) => code === 'signIn.tooMany')).toHaveLength(7)
    const signIn = t.nobody.call(login, { query: {}, body: { identity: me.username, password: testPassword } })
    await expect(signIn).rejects.toMatchObject({ status: 429 })
    const response = await me.send(unlockSession, { body: { password: testPassword } })
    expect([response.statusCode, Number(response.headers['retry-after']) > 0]).toEqual([429, true])
    await t.owner.query(`update registry.sign_in_attempt set at = at - interval '1 hour' where identity = $1`, [
      me.email,
    ])
    expect(await callUnlock(me)).toEqual({ locked: false })
  })

  test('unlocks a session that also awaits a second factor', async () => {
    const me = await createLockedSession()
    await t.owner.query(`insert into registry.totp (user_id, secret, confirmed_at) values ($1, 'x', now())`, [
      me.userId,
    ])
    expect(await callUnlock(me)).toEqual({ locked: false })
    await expect(me.call(getSession, {})).rejects.toMatchObject({ status: 423, code: 'session.secondFactor' })
  })
})

describe('users without a password', () => {
  const tokenOf = (email: string, claims: Record<string, unknown> = {}) =>
    googleServer.issuer.buildToken({
      scopesOrTransform: (_, payload) =>
        Object.assign(payload, { aud: 'atalaya-test', sub: `g-${email}`, email, email_verified: true, ...claims }),
    })
  const googler = async () => {
    const me = await t.as('manager')
    await t.owner.query('delete from registry.credential where user_id = $1', [me.userId])
    await t.owner.query('update registry.app_user set google_subject = $2 where id = $1', [me.userId, `g-${me.email}`])
    await me.call(lockSession, { body: {} })
    return me
  }
  const openWith = (me: Caller, googleToken: string) => me.call(unlockSession, { body: { googleToken } })

  test('unlocks with the Google account of the user and no other', async () => {
    const me = await googler()
    const failed = { status: 401, code: 'google.failed' }
    await expect(openWith(me, await tokenOf('other@test.example'))).rejects.toMatchObject(failed)
    await expect(openWith(me, await tokenOf(me.email, { sub: 'another' }))).rejects.toMatchObject(failed)
    await expect(openWith(me, await tokenOf(me.email, { aud: 'another' }))).rejects.toMatchObject(failed)
    await expect(openWith(me, 'nonsense')).rejects.toMatchObject(failed)
    await expect(me.call(getSession, {})).rejects.toMatchObject(lockedError)
    expect(await openWith(me, await tokenOf(me.email))).toEqual({ locked: false })
    expect((await me.call(getSession, {})).hasPassword).toBe(false)
    const refused = ['unlock.refused', 'unlock.refused', 'unlock.refused', 'unlock.refused']
    expect(await findAuditActions(me)).toEqual(['signIn', 'lock', ...refused, 'unlock'])
  })

  test('unlocking requires a Google token issued after the lock', async () => {
    const me = await googler()
    const old = await tokenOf(me.email)
    await openWith(me, old)
    now += 5 * 60_000
    await me.call(lockSession, { body: {} })
    await expect(openWith(me, old)).rejects.toMatchObject({ code: 'google.failed' })
    const fresh = await tokenOf(me.email, { iat: Math.floor(now / 1000) })
    expect(await openWith(me, fresh)).toEqual({ locked: false })
  })

  test('names the missing unlock field: Google token or password', async () => {
    const me = await googler()
    const other = await createLockedSession()
    const missing = (field: string) => ({ status: 400, fields: { [field]: 'required' } })
    await expect(me.call(unlockSession, { body: {} })).rejects.toMatchObject(missing('googleToken'))
    await expect(callUnlock(me)).rejects.toMatchObject(missing('googleToken'))
    await expect(openWith(other, await tokenOf(other.email))).rejects.toMatchObject(missing('password'))
    await expect(other.call(getSession, {})).rejects.toMatchObject(lockedError)
  })
})
