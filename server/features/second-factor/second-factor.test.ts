import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getSession, login, signOut } from '#contract/auth.ts'
import { listNotifications } from '#contract/notifications.ts'
import {
  beginTotp,
  confirmTotp,
  getSecondFactor,
  giveSecondFactor,
  removeTotp,
  renewRecoveryCodes,
  secondFactorWays,
} from '#contract/second-factor.ts'
import { testPassword, testTenant } from '#test/harness/tenant.ts'

let now = Date.now()
let t: Awaited<ReturnType<typeof testTenant>>
beforeAll(async () => {
  t = await testTenant('dino', () => now)
})
beforeEach(async () => {
  // Each test in a time of its own: a code counts once.
  now += 3_600_000
  await t.owner.query(`update registry.tenant set second_factor_roles = '{}'`)
})
afterAll(() => t.drop())

type Somebody = Awaited<ReturnType<typeof t.as>>
const password = testPassword
const codeAt = (secret: string, when = now): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: when })

/** Somebody with an app, in the session that they enrolled it in. */
const enrolled = async (role: Parameters<typeof t.as>[0] = 'manager') => {
  const who = await t.as(role)
  const { secret, address } = await who.call(beginTotp, { body: { password } })
  const { recoveryCodes } = await who.call(confirmTotp, { body: { code: codeAt(secret) } })
  // The code of enrolling has counted: the next one is half a minute away.
  now += 30_000
  return { who, secret, address, recoveryCodes: recoveryCodes! }
}
const signInAgain = async ({ username }: Somebody) =>
  t.callerWith((await t.nobody.call(login, { query: {}, body: { identity: username, password } })).token)
const audited = async ({ userId }: Somebody) =>
  (await t.owner.query('select action from registry.audit_event where user_id = $1 order by id', [userId])).rows.map(
    ({ action }) => action,
  )
const toldOf = async ({ userId }: Somebody) =>
  (await t.owner.query('select kind, params from registry.notification where user_id = $1 order by id', [userId])).rows
const later = { status: 429, code: 'secondFactor.tooMany' }
const wrong = { status: 422, code: 'secondFactor.wrong' }

describe('an authenticator app', () => {
  test('enrols an app by its first code, notifies the user and asks at sign-in', async () => {
    const { who, secret, address, recoveryCodes } = await enrolled()
    const asked = new URL(address)
    expect([asked.protocol, asked.host, decodeURIComponent(asked.pathname)]).toEqual([
      'otpauth:',
      'totp',
      `/Atalaya:${who.email}`,
    ])
    expect(Object.fromEntries(asked.searchParams)).toEqual({
      issuer: 'Atalaya',
      secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^[0-9a-z]{5}-[0-9a-z]{5}$/)
    expect(await who.call(getSecondFactor, {})).toMatchObject({ required: false, passkeys: [], recoveryCodesLeft: 10 })
    expect((await who.call(getSession, {})).username).toBe(who.username)

    const waiting = await signInAgain(who)
    await expect(waiting.call(getSession, {})).rejects.toMatchObject({ status: 423, code: 'session.secondFactor' })
    await expect(waiting.call(getSecondFactor, {})).rejects.toMatchObject({ code: 'session.secondFactor' })
    expect(await waiting.call(secondFactorWays, {})).toEqual({ totp: true, passkey: false, recoveryCode: true })
    expect(await waiting.call(giveSecondFactor, { body: { code: codeAt(secret) } })).toEqual({
      open: true,
      recoveryCodesLeft: 10,
    })
    expect((await waiting.call(getSession, {})).username).toBe(who.username)
    expect(await toldOf(who)).toEqual([{ kind: 'secondFactor.added', params: { way: 'app' } }])
    expect(await audited(who)).toEqual(['signIn', 'secondFactor.added', 'signIn', 'secondFactor'])
  })

  test('keeps the secret and the recovery codes unreadable in the database', async () => {
    const { who, secret, recoveryCodes } = await enrolled()
    const { rows } = await t.owner.query(
      `select to_json(f)::text || (select json_agg(r)::text from registry.recovery_code r where r.user_id = f.user_id) as kept
         from registry.totp f where user_id = $1`,
      [who.userId],
    )
    for (const plain of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))])
      expect(rows[0].kept).not.toContain(plain)
  })

  test('accepts each code once, including the enrolment code and two simultaneous uses', async () => {
    const { who, secret } = await enrolled()
    const [first, second] = [await signInAgain(who), await signInAgain(who)]
    const enrolling = codeAt(secret, now - 30_000)
    await expect(first.call(giveSecondFactor, { body: { code: enrolling } })).rejects.toMatchObject(wrong)
    const code = codeAt(secret)
    const both = await Promise.allSettled([first, second].map((one) => one.call(giveSecondFactor, { body: { code } })))
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const third = await signInAgain(who)
    await expect(third.call(giveSecondFactor, { body: { code } })).rejects.toMatchObject(wrong)
  })

  test('accepts a code half a minute early or late and none before the last', async () => {
    const { who, secret } = await enrolled()
    const ask = await signInAgain(who)
    now += 300_000
    for (const far of [-60_000, 60_000])
      await expect(
        ask.call(giveSecondFactor, { body: { code: codeAt(secret, now + far) } }),
        String(far),
      ).rejects.toMatchObject(wrong)
    await ask.call(giveSecondFactor, { body: { code: codeAt(secret, now + 30_000) } })
    await expect(ask.call(giveSecondFactor, { body: { code: codeAt(secret, now) } })).rejects.toMatchObject(wrong)
    now += 60_000
    await ask.call(giveSecondFactor, { body: { code: codeAt(secret) } })
  })

  test('a new app replaces the old one only once it has confirmed a code', async () => {
    const who = await t.as('manager')
    await expect(who.call(confirmTotp, { body: { code: '123456' } })).rejects.toMatchObject({
      status: 409,
      code: 'secondFactor.none',
    })
    await who.call(beginTotp, { body: { password } })
    expect(await who.call(getSecondFactor, {})).toMatchObject({ totp: null, recoveryCodesLeft: 0 })
    expect((await (await signInAgain(who)).call(getSession, {})).username).toBe(who.username)

    const old = await enrolled()
    const { secret: next } = await old.who.call(beginTotp, { body: {} })
    const ask = await signInAgain(old.who)
    await expect(ask.call(giveSecondFactor, { body: { code: codeAt(next) } })).rejects.toMatchObject(wrong)
    await ask.call(giveSecondFactor, { body: { code: codeAt(old.secret) } })
    now += 30_000
    expect(await old.who.call(confirmTotp, { body: { code: codeAt(next) } })).toEqual({ recoveryCodes: null })
    now += 30_000
    const again = await signInAgain(old.who)
    await expect(again.call(giveSecondFactor, { body: { code: codeAt(old.secret) } })).rejects.toMatchObject(wrong)
    await again.call(giveSecondFactor, { body: { code: codeAt(next) } })
  })

  test('enrolling an app asks the user’s other open sessions for a code', async () => {
    const who = await t.as('manager')
    const elsewhere = await signInAgain(who)
    const { secret } = await who.call(beginTotp, { body: { password } })
    await who.call(confirmTotp, { body: { code: codeAt(secret) } })
    await expect(elsewhere.call(getSession, {})).rejects.toMatchObject({ code: 'session.secondFactor' })
    expect((await who.call(getSession, {})).username).toBe(who.username)
  })
})

test('wrong codes are slowed down like passwords, with a separate count', async () => {
  const { who, secret } = await enrolled()
  const ask = await signInAgain(who)
  const right = codeAt(secret)
  const guess = String((Number(right) + 111_111) % 1_000_000).padStart(6, '0')
  const tries = await Promise.allSettled(
    Array.from({ length: 12 }, () => ask.call(giveSecondFactor, { body: { code: guess } })),
  )
  const codes = tries.map((one) => (one.status === 'rejected' ? one.reason.code : 'open'))
  expect(codes.filter((code) => code === 'secondFactor.wrong')).toHaveLength(5)
  expect(codes.filter((code) => code === 'secondFactor.tooMany')).toHaveLength(7)
  // The right one waits too, and recovery codes are no way round it; the password isn't kept waiting.
  await expect(ask.call(giveSecondFactor, { body: { code: right } })).rejects.toMatchObject(later)
  await expect(ask.call(giveSecondFactor, { body: { recoveryCode: 'aaaaa-aaaaa' } })).rejects.toMatchObject(later)
  await signInAgain(who)
  await t.owner.query(`update registry.sign_in_attempt set at = at - interval '20 minutes' where identity = $1`, [
    `${who.email} 2f`,
  ])
  await ask.call(giveSecondFactor, { body: { code: right } })
  const { rowCount } = await t.owner.query('select from registry.sign_in_attempt where identity = $1', [
    `${who.email} 2f`,
  ])
  expect(rowCount).toBe(0)
})

test('refuses more than thirty wrong codes in half an hour without delaying the password', async () => {
  const { who, secret } = await enrolled()
  await t.owner.query(
    `insert into registry.sign_in_attempt (identity, address, succeeded) select $1, '203.0.113.' || n, false from generate_series(1, 30) n`,
    [`${who.email} 2f`],
  )
  const ask = await signInAgain(who)
  await expect(ask.call(giveSecondFactor, { body: { code: codeAt(secret) } })).rejects.toMatchObject(later)
  await t.owner.query('delete from registry.sign_in_attempt where address = $1', ['203.0.113.1'])
  await ask.call(giveSecondFactor, { body: { code: codeAt(secret) } })
  await t.owner.query('delete from registry.sign_in_attempt')
})

test('wrong codes at sign-in leave an open session free to give one', async () => {
  const { who, secret } = await enrolled()
  const stranger = await signInAgain(who)
  for (let n = 0; n < 6; n++) await stranger.call(giveSecondFactor, { body: { code: '000000' } }).catch(() => undefined)
  await expect(stranger.call(giveSecondFactor, { body: { code: codeAt(secret) } })).rejects.toMatchObject({
    ...later,
    message: expect.stringContaining('Too many wrong codes in a row.'),
  })
  expect(await who.call(giveSecondFactor, { body: { code: codeAt(secret) } })).toMatchObject({ open: true })
  await t.owner.query('delete from registry.sign_in_attempt')
})

test('wrong first codes of an app being enrolled are slowed down too', async () => {
  const who = await t.as('manager')
  const { secret } = await who.call(beginTotp, { body: { password } })
  const guess = String((Number(codeAt(secret)) + 111_111) % 1_000_000).padStart(6, '0')
  const codes: string[] = []
  for (let n = 0; n < 8; n++)
    await who.call(confirmTotp, { body: { code: guess } }).catch(({ code }: { code: string }) => codes.push(code))
  expect(codes).toEqual([...Array(5).fill('secondFactor.wrong'), ...Array(3).fill('secondFactor.tooMany')])
  await expect(who.call(confirmTotp, { body: { code: codeAt(secret) } })).rejects.toMatchObject(later)
  await t.owner.query('delete from registry.sign_in_attempt')
  await who.call(confirmTotp, { body: { code: codeAt(secret) } })
})

describe('recovery codes', () => {
  test('each recovery code opens one session, however typed, and notifies the user', async () => {
    const { who, recoveryCodes } = await enrolled()
    const [first = '', second = ''] = recoveryCodes
    const [one, two] = [await signInAgain(who), await signInAgain(who)]
    const sloppy = ` ${first.toUpperCase().replace('-', ' ').replaceAll('0', 'O').replaceAll('1', 'L')} `
    const answers = await Promise.allSettled(
      [one, two].map((ask) => ask.call(giveSecondFactor, { body: { recoveryCode: sloppy } })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const three = await signInAgain(who)
    await expect(three.call(giveSecondFactor, { body: { recoveryCode: first } })).rejects.toMatchObject(wrong)
    expect(await three.call(giveSecondFactor, { body: { recoveryCode: second } })).toEqual({
      open: true,
      recoveryCodesLeft: 8,
    })
    expect(await toldOf(who)).toContainEqual({ kind: 'recoveryCode.used', params: { left: '8' } })
    expect(await audited(who)).toContain('recoveryCode.used')
  })

  test('recovery codes belong to one user, are renewed together and end with the factor', async () => {
    const [mine, yours] = [await enrolled(), await enrolled()]
    const ask = await signInAgain(mine.who)
    const [theirs = '', before = ''] = [yours.recoveryCodes[0], mine.recoveryCodes[0]]
    await expect(ask.call(giveSecondFactor, { body: { recoveryCode: theirs } })).rejects.toMatchObject(wrong)
    const { recoveryCodes } = await mine.who.call(renewRecoveryCodes, { body: { code: codeAt(mine.secret) } })
    expect((await toldOf(mine.who)).map(({ kind }) => kind)).toContain('recoveryCodes.renewed')
    expect(recoveryCodes).toHaveLength(10)
    await expect(ask.call(giveSecondFactor, { body: { recoveryCode: before } })).rejects.toMatchObject(wrong)
    await ask.call(giveSecondFactor, { body: { recoveryCode: recoveryCodes[3]! } })
    await mine.who.call(removeTotp, { body: {} })
    expect(await mine.who.call(getSecondFactor, {})).toMatchObject({ totp: null, recoveryCodesLeft: 0 })
    expect((await (await signInAgain(mine.who)).call(getSession, {})).username).toBe(mine.who.username)
    await expect(mine.who.call(renewRecoveryCodes, { body: { password } })).rejects.toMatchObject({
      status: 409,
      code: 'secondFactor.none',
    })
  })
})

describe('roles that need a second factor', () => {
  test('a user whose role needs a second factor can only enrol one first', async () => {
    const who = await t.as('hr')
    await t.owner.query(`update registry.tenant set second_factor_roles = '{hr}' where prefix = 'dino'`)
    const waits = () => expect(who.call(listNotifications, { query: {} })).rejects
    await waits().toMatchObject({ status: 423, code: 'session.enrolment' })
    expect(await who.call(getSecondFactor, {})).toMatchObject({ required: true, totp: null })
    const { secret } = await who.call(beginTotp, { body: { password } })
    await waits().toMatchObject({ code: 'session.enrolment' })
    await who.call(confirmTotp, { body: { code: codeAt(secret) } })
    expect((await who.call(listNotifications, { query: {} })).unread).toBe(1)
    const needed = { status: 409, code: 'secondFactor.needed' }
    await expect(who.call(removeTotp, { body: {} })).rejects.toMatchObject(needed)
    expect(await who.call(getSecondFactor, {})).toMatchObject({ recoveryCodesLeft: 10 })
    await t.owner.query(`update registry.tenant set second_factor_roles = '{}'`)
    expect(await who.call(removeTotp, { body: {} })).toEqual({ removed: true })
    expect(await toldOf(who)).toContainEqual({ kind: 'secondFactor.removed', params: { way: 'app' } })
  })

  test('a user who must enrol a second factor may sign out', async () => {
    const { who } = await enrolled()
    const waiting = await signInAgain(who)
    expect(await waiting.call(signOut, { body: {} })).toEqual({ signedOut: true })
  })
})

describe('changes of a second factor', () => {
  const noCode = { ...wrong, fields: { code: 'required' } }

  test('asks for a code ten minutes after the last one; a password is refused', async () => {
    const { who, secret } = await enrolled()
    now += 9 * 60_000
    await who.call(beginTotp, { body: {} })
    now += 60_000
    for (const call of [beginTotp, removeTotp, renewRecoveryCodes])
      await expect(who.call(call, { body: { password } }), call.path).rejects.toMatchObject(noCode)
    await expect(who.call(removeTotp, { body: { code: 'wrong' } })).rejects.toMatchObject(wrong)
    expect(await audited(who)).toContain('confirm.refused')
    expect(await who.call(removeTotp, { body: { code: codeAt(secret) } })).toEqual({ removed: true })
  })

  test('asks for a code to renew the recovery codes a minute after the last', async () => {
    const { who, secret, recoveryCodes } = await enrolled()
    now += 60_000
    for (const body of [{}, { password }])
      await expect(who.call(renewRecoveryCodes, { body })).rejects.toMatchObject(noCode)
    expect(await who.call(getSecondFactor, {})).toMatchObject({ recoveryCodesLeft: 10 })
    await who.call(renewRecoveryCodes, { body: { code: recoveryCodes[0]! } })
    expect((await who.call(renewRecoveryCodes, { body: { code: codeAt(secret) } })).recoveryCodes).toHaveLength(10)
  })

  test('asks for the password without a second factor; wrong ones count as failed sign-ins', async () => {
    const who = await t.as('manager')
    await expect(who.call(beginTotp, { body: {} })).rejects.toMatchObject({
      status: 422,
      code: 'password.wrong',
      fields: { password: 'required' },
    })
    for (let n = 0; n < 5; n++)
      await expect(who.call(beginTotp, { body: { password: `guess ${n}` } })).rejects.toMatchObject({
        status: 422,
        fields: { password: 'wrong' },
      })
    const signInLater = { status: 429, code: 'signIn.tooMany' }
    await expect(who.call(beginTotp, { body: { password } })).rejects.toMatchObject(signInLater)
    await expect(signInAgain(who)).rejects.toMatchObject(signInLater)
    await t.owner.query('delete from registry.sign_in_attempt')
  })

  test('accepts a code from a user without a password', async () => {
    const { who, secret, recoveryCodes } = await enrolled()
    await t.owner.query('delete from registry.credential where user_id = $1', [who.userId])
    now += 11 * 60_000
    const missing = { ...wrong, fields: { code: 'required' } }
    await expect(who.call(renewRecoveryCodes, { body: { password } })).rejects.toMatchObject(missing)
    const code = codeAt(secret)
    await expect(who.call(renewRecoveryCodes, { body: { code: '000000' } })).rejects.toMatchObject(wrong)
    await who.call(beginTotp, { body: { code: `${code.slice(0, 3)} ${code.slice(3)}` } })
    await expect(who.call(removeTotp, { body: { code } })).rejects.toMatchObject(wrong)
    expect(await who.call(removeTotp, { body: { code: recoveryCodes[9]! } })).toEqual({ removed: true })
    // Google's word is all that is left.
    expect((await who.call(beginTotp, { body: {} })).secret).toHaveLength(32)
  })
})

test('refuses two proofs at once, or a code from an account without second factor', async () => {
  const { who, secret } = await enrolled()
  const ask = await signInAgain(who)
  for (const body of [{}, { code: codeAt(secret), recoveryCode: 'aaaaa-aaaaa' }])
    await expect(ask.call(giveSecondFactor, { body })).rejects.toMatchObject({ status: 400, code: 'request.invalid' })
  const plain = await t.as('manager')
  await expect(plain.call(giveSecondFactor, { body: { code: '123456' } })).rejects.toMatchObject({
    code: 'secondFactor.none',
  })
})
