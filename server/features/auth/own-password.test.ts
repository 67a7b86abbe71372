import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { changeOwnPassword, getSession, login, resetPassword } from '#contract/auth.ts'
import type { OutgoingMail } from '#server/core/mail/mail-transport.ts'
import { sendMail } from '#server/core/mail/send-mail.ts'
import { createMailDeps } from '#test/harness/mail.ts'
import { createTestTenant, testPassword } from '#test/harness/tenant.ts'

const newPassword = 'another long password'
const now = Date.parse('2026-06-15T10:00:00Z')
let t: Awaited<ReturnType<typeof createTestTenant>>
beforeAll(async () => {
  t = await createTestTenant('dino', () => now)
})
afterEach(() => t.owner.query('truncate registry.call_limit, registry.sign_in_attempt, registry.mail'))
afterAll(() => t.drop())

type Caller = Awaited<ReturnType<typeof t.as>>
const callChangePassword = async (me: Caller, current: string, password = newPassword) => {
  const response = await me.send(changeOwnPassword, { body: { current, password } })
  return response.statusCode === 200 ? 'changed' : (response.json().code as string)
}
const signInAgain = async ({ email }: Caller, password = testPassword) => {
  const response = await t.nobody.send(login, { body: { identity: email, password } })
  return response.statusCode === 200 ? t.callerWith(response.json().token) : null
}

describe("changing one's password", () => {
  test('changing the password ends other sessions and links, and notifies the user', async () => {
    const me = await t.as('manager')
    const elsewhere = (await signInAgain(me))!
    await t.owner.query(
      `insert into registry.password_reset (token_hash, user_id, expires_at) values ('live', $1, '2026-06-15T10:20:00Z')`,
      [me.userId],
    )
    expect(await callChangePassword(me, testPassword)).toBe('changed')
    await expect(elsewhere.call(getSession, {})).rejects.toMatchObject({ code: 'session.revoked' })
    expect((await me.call(getSession, {})).email).toBe(me.email)
    expect([await signInAgain(me), Boolean(await signInAgain(me, newPassword))]).toEqual([null, true])

    const links = await t.owner.query(`select used_at from registry.password_reset where token_hash = 'live'`)
    expect(links.rows[0].used_at).not.toBeNull()
    const letters: OutgoingMail[] = []
    const mailDeps = createMailDeps(
      t,
      () => now,
      async (letter) => void letters.push(letter),
    )
    await sendMail(mailDeps, new AbortController().signal)
    expect(letters.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      [me.email, 'Ha cambiado tu contraseña de Atalaya'],
    ])
    const notifications = await t.owner.query('select kind from registry.notification where user_id = $1', [me.userId])
    expect(notifications.rows.map(({ kind }) => kind)).toContain('password.changed')
  })

  test("refuses a common password and one of own words, with the field's reason", async () => {
    const me = await t.as('manager')
    for (const [password, reason] of [
      ['1234567890', 'tooCommon'],
      [me.username, 'ownWords'],
      ['atalaya2026', 'ownWords'],
    ] as const) {
      const refused = await me.send(changeOwnPassword, { body: { current: testPassword, password } })
      expect([refused.statusCode, refused.json()]).toMatchObject([
        422,
        { code: `password.${reason}`, fields: { password: reason } },
      ])
    }
    expect(await signInAgain(me)).not.toBeNull()
  })

  test('a password set concurrently defeats a pending change and a pending sign-in', async () => {
    const me = await t.as('manager')
    await t.owner.query('begin')
    await t.owner.query(`update registry.credential set password_hash = 'another' where user_id = $1`, [me.userId])
    const late = Promise.all([callChangePassword(me, testPassword), signInAgain(me)])
    await pause(500)
    await t.owner.query('update registry.session set revoked_at = now() where user_id = $1', [me.userId])
    await t.owner.query('commit')
    expect(await late).toEqual(['password.wrong', null])
    const { rows } = await t.owner.query('select password_hash from registry.credential where user_id = $1', [
      me.userId,
    ])
    expect(rows).toEqual([{ password_hash: 'another' }])
  })

  test('changing the password asks the current one, limited together with sign-ins', async () => {
    const me = await t.as('manager')
    for (let n = 0; n < 5; n += 1) expect(await callChangePassword(me, `guess ${n}`)).toBe('password.wrong')
    expect(await callChangePassword(me, testPassword)).toBe('signIn.tooMany')
    const other = await t.nobody.send(login, { body: { identity: me.email, password: testPassword } })
    expect(other.statusCode).toBe(429)
    const { rows } = await t.owner.query(
      `select count(*)::int as n from registry.audit_event where action = 'password.refused' and user_id = $1`,
      [me.userId],
    )
    expect(rows[0].n).toBe(5)
  })

  test('refuses an unchanged, too short or too long password', async () => {
    const me = await t.as('manager')
    expect(await callChangePassword(me, testPassword, testPassword)).toBe('password.sameAsBefore')
    expect(await callChangePassword(me, testPassword, 'too short')).toBe('request.invalid')
    expect(await callChangePassword(me, testPassword, 'x'.repeat(1001))).toBe('request.invalid')
    expect(await signInAgain(me)).not.toBeNull()
  })

  test('refuses a password change to a user without a password', async () => {
    const me = await t.as('manager')
    await t.owner.query('delete from registry.credential where user_id = $1', [me.userId])
    expect(await callChangePassword(me, 'anything at all')).toBe('password.wrong')
    expect((await t.owner.query('select from registry.credential where user_id = $1', [me.userId])).rowCount).toBe(0)
  })

  test('password change and reset accept the same lengths', () => {
    for (const { body } of [resetPassword, changeOwnPassword])
      for (const [length, fits] of [
        [9, false],
        [10, true],
        [1000, true],
        [1001, false],
      ] as const)
        expect(body.shape.password.safeParse('x'.repeat(length)).success, `${length}`).toBe(fits)
  })
})
