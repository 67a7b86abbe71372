import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getSession, login, signOut } from '#contract/auth.ts'
import { listNotifications } from '#contract/notifications.ts'
import {
  beginTotpSetup,
  confirmTotpSetup,
  getSecondFactorMethods,
  getSecondFactorStatus,
  removeTotp,
  renewRecoveryCodes,
  verifySecondFactor,
} from '#contract/second-factor.ts'
import { createTestTenant, testPassword } from '#test/harness/tenant.ts'

let nowMs = Date.now()
let t: Awaited<ReturnType<typeof createTestTenant>>
beforeAll(async () => {
  t = await createTestTenant('dino', () => nowMs)
})
beforeEach(async () => {
  // Each test in a time of its own: a code counts once.
  nowMs += 3_600_000
  await t.owner.query(`update registry.tenant set second_factor_roles = '{}'`)
})
afterAll(() => t.drop())

type TestUser = Awaited<ReturnType<typeof t.as>>
const password = testPassword
const generateTotpCode = (secret: string, when = nowMs): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: when })

/** Somebody with an app, in the session that they enrolled it in. */
const createUserWithTotp = async (role: Parameters<typeof t.as>[0] = 'manager') => {
  const caller = await t.as(role)
  const { secret, address } = await caller.call(beginTotpSetup, { body: { password } })
  const { recoveryCodes } = await caller.call(confirmTotpSetup, { body: { code: generateTotpCode(secret) } })
  // The code of enrolling has counted: the next one is half a minute away.
  nowMs += 30_000
  return { who: caller, secret, address, recoveryCodes: recoveryCodes! }
}
const signInAgain = async ({ username }: TestUser) =>
  t.callerWith((await t.nobody.call(login, { query: {}, body: { identity: username, password } })).token)
const findAuditActions = async ({ userId }: TestUser) =>
  (await t.owner.query('select action from registry.audit_event where user_id = $1 order by id', [userId])).rows.map(
    ({ action }) => action,
  )
const findNotifications = async ({ userId }: TestUser) =>
  (await t.owner.query('select kind, params from registry.notification where user_id = $1 order by id', [userId])).rows
const tooManyAttemptsError = { status: 429, code: 'secondFactor.tooMany' }
const wrongCodeError = { status: 422, code: 'secondFactor.wrong' }

describe('an authenticator app', () => {
  test('enrols an app by its first code, notifies the user and asks at sign-in', async () => {
    const { who: caller, secret, address, recoveryCodes } = await createUserWithTotp()
    const enrolUrl = new URL(address)
    expect([enrolUrl.protocol, enrolUrl.host, decodeURIComponent(enrolUrl.pathname)]).toEqual([
      'otpauth:',
      'totp',
      `/Atalaya:${caller.email}`,
    ])
    expect(Object.fromEntries(enrolUrl.searchParams)).toEqual({
      issuer: 'Atalaya',
      secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^[0-9a-z]{5}-[0-9a-z]{5}$/)
    expect(await caller.call(getSecondFactorStatus, {})).toMatchObject({
      required: false,
      passkeys: [],
      recoveryCodesLeft: 10,
    })
    expect((await caller.call(getSession, {})).username).toBe(caller.username)

    const waiting = await signInAgain(caller)
    await expect(waiting.call(getSession, {})).rejects.toMatchObject({ status: 423, code: 'session.secondFactor' })
    await expect(waiting.call(getSecondFactorStatus, {})).rejects.toMatchObject({ code: 'session.secondFactor' })
    expect(await waiting.call(getSecondFactorMethods, {})).toEqual({ totp: true, passkey: false, recoveryCode: true })
    expect(await waiting.call(verifySecondFactor, { body: { code: generateTotpCode(secret) } })).toEqual({
      open: true,
      recoveryCodesLeft: 10,
    })
    expect((await waiting.call(getSession, {})).username).toBe(caller.username)
    expect(await findNotifications(caller)).toEqual([{ kind: 'secondFactor.added', params: { way: 'app' } }])
    expect(await findAuditActions(caller)).toEqual(['signIn', 'secondFactor.added', 'signIn', 'secondFactor'])
  })

  test('keeps the secret and the recovery codes unreadable in the database', async () => {
    const { who: caller, secret, recoveryCodes } = await createUserWithTotp()
    const { rows } = await t.owner.query(
      `select to_json(f)::text || (select json_agg(r)::text from registry.recovery_code r where r.user_id = f.user_id) as kept
         from registry.totp f where user_id = $1`,
      [caller.userId],
    )
    for (const plain of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))])
      expect(rows[0].kept).not.toContain(plain)
  })

  test('accepts each code once, including the enrolment code and two simultaneous uses', async () => {
    const { who: caller, secret } = await createUserWithTotp()
    const first = await signInAgain(caller)
    const second = await signInAgain(caller)
    const enrolling = generateTotpCode(secret, nowMs - 30_000)
    await expect(first.call(verifySecondFactor, { body: { code: enrolling } })).rejects.toMatchObject(wrongCodeError)
    const code = generateTotpCode(secret)
    const both = await Promise.allSettled(
      [first, second].map((one) => one.call(verifySecondFactor, { body: { code } })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const third = await signInAgain(caller)
    await expect(third.call(verifySecondFactor, { body: { code } })).rejects.toMatchObject(wrongCodeError)
  })

  test('accepts a code half a minute early or late and none before the last', async () => {
    const { who: caller, secret } = await createUserWithTotp()
    const ask = await signInAgain(caller)
    nowMs += 300_000
    for (const far of [-60_000, 60_000])
      await expect(
        ask.call(verifySecondFactor, { body: { code: generateTotpCode(secret, nowMs + far) } }),
        String(far),
      ).rejects.toMatchObject(wrongCodeError)
    await ask.call(verifySecondFactor, { body: { code: generateTotpCode(secret, nowMs + 30_000) } })
    await expect(
      ask.call(verifySecondFactor, { body: { code: generateTotpCode(secret, nowMs) } }),
    ).rejects.toMatchObject(wrongCodeError)
    nowMs += 60_000
    await ask.call(verifySecondFactor, { body: { code: generateTotpCode(secret) } })
  })

  test('a new app replaces the old one only once it has confirmed a code', async () => {
    const caller = await t.as('manager')
    await expect(caller.call(confirmTotpSetup, { body: { code: '123456' } })).rejects.toMatchObject({
      status: 409,
      code: 'secondFactor.none',
    })
    await caller.call(beginTotpSetup, { body: { password } })
    expect(await caller.call(getSecondFactorStatus, {})).toMatchObject({ totp: null, recoveryCodesLeft: 0 })
    expect((await (await signInAgain(caller)).call(getSession, {})).username).toBe(caller.username)

    const old = await createUserWithTotp()
    const { secret: next } = await old.who.call(beginTotpSetup, { body: {} })
    const ask = await signInAgain(old.who)
    await expect(ask.call(verifySecondFactor, { body: { code: generateTotpCode(next) } })).rejects.toMatchObject(
      wrongCodeError,
    )
    await ask.call(verifySecondFactor, { body: { code: generateTotpCode(old.secret) } })
    nowMs += 30_000
    expect(await old.who.call(confirmTotpSetup, { body: { code: generateTotpCode(next) } })).toEqual({
      recoveryCodes: null,
    })
    nowMs += 30_000
    const again = await signInAgain(old.who)
    await expect(
      again.call(verifySecondFactor, { body: { code: generateTotpCode(old.secret) } }),
    ).rejects.toMatchObject(wrongCodeError)
    await again.call(verifySecondFactor, { body: { code: generateTotpCode(next) } })
  })

  test('enrolling an app asks the user’s other open sessions for a code', async () => {
    const caller = await t.as('manager')
    const elsewhere = await signInAgain(caller)
    const { secret } = await caller.call(beginTotpSetup, { body: { password } })
    await caller.call(confirmTotpSetup, { body: { code: generateTotpCode(secret) } })
    await expect(elsewhere.call(getSession, {})).rejects.toMatchObject({ code: 'session.secondFactor' })
    expect((await caller.call(getSession, {})).username).toBe(caller.username)
  })
})

test('wrong codes are slowed down like passwords, with a separate count', async () => {
  const { who: caller, secret } = await createUserWithTotp()
  const ask = await signInAgain(caller)
  const right = generateTotpCode(secret)
  const guess = String((Number(right) + 111_111) % 1_000_000).padStart(6, '0')
  const tries = await Promise.allSettled(
    Array.from({ length: 12 }, () => ask.call(verifySecondFactor, { body: { code: guess } })),
  )
  const codes = tries.map((one) => (one.status === 'rejected' ? one.reason.code : 'open'))
  expect(codes.filter((code) => code === 'secondFactor.wrong')).toHaveLength(5)
  expect(codes.filter((code) => code === 'secondFactor.tooMany')).toHaveLength(7)
  // The right one waits too, and recovery codes are no way round it; the password isn't kept waiting.
  await expect(ask.call(verifySecondFactor, { body: { code: right } })).rejects.toMatchObject(tooManyAttemptsError)
  await expect(ask.call(verifySecondFactor, { body: { recoveryCode: 'aaaaa-aaaaa' } })).rejects.toMatchObject(
    tooManyAttemptsError,
  )
  await signInAgain(caller)
  await t.owner.query(`update registry.sign_in_attempt set at = at - interval '20 minutes' where identity = $1`, [
    `${caller.email} 2f`,
  ])
  await ask.call(verifySecondFactor, { body: { code: right } })
  const { rowCount } = await t.owner.query('select from registry.sign_in_attempt where identity = $1', [
    `${caller.email} 2f`,
  ])
  expect(rowCount).toBe(0)
})

test('refuses more than thirty wrong codes in half an hour without delaying the password', async () => {
  const { who: caller, secret } = await createUserWithTotp()
  await t.owner.query(
    `insert into registry.sign_in_attempt (identity, address, succeeded) select $1, '203.0.113.' || n, false from generate_series(1, 30) n`,
    [`${caller.email} 2f`],
  )
  const ask = await signInAgain(caller)
  await expect(ask.call(verifySecondFactor, { body: { code: generateTotpCode(secret) } })).rejects.toMatchObject(
    tooManyAttemptsError,
  )
  await t.owner.query('delete from registry.sign_in_attempt where address = $1', ['203.0.113.1'])
  await ask.call(verifySecondFactor, { body: { code: generateTotpCode(secret) } })
  await t.owner.query('delete from registry.sign_in_attempt')
})

test('wrong codes at sign-in leave an open session free to give one', async () => {
  const { who: caller, secret } = await createUserWithTotp()
  const outsider = await signInAgain(caller)
  for (let n = 0; n < 6; n++)
    await outsider.call(verifySecondFactor, { body: { code: '000000' } }).catch(() => undefined)
  await expect(outsider.call(verifySecondFactor, { body: { code: generateTotpCode(secret) } })).rejects.toMatchObject({
    ...tooManyAttemptsError,
    message: expect.stringContaining('Too many wrong codes in a row.'),
  })
  expect(await caller.call(verifySecondFactor, { body: { code: generateTotpCode(secret) } })).toMatchObject({
    open: true,
  })
  await t.owner.query('delete from registry.sign_in_attempt')
})

test('wrong first codes of an app being enrolled are slowed down too', async () => {
  const caller = await t.as('manager')
  const { secret } = await caller.call(beginTotpSetup, { body: { password } })
  const guess = String((Number(generateTotpCode(secret)) + 111_111) % 1_000_000).padStart(6, '0')
  const codes: string[] = []
  for (let n = 0; n < 8; n++)
    await caller
      .call(confirmTotpSetup, { body: { code: guess } })
      .catch(({ code }: { code: string }) => codes.push(code))
  expect(codes).toEqual([...Array(5).fill('secondFactor.wrong'), ...Array(3).fill('secondFactor.tooMany')])
  await expect(caller.call(confirmTotpSetup, { body: { code: generateTotpCode(secret) } })).rejects.toMatchObject(
    tooManyAttemptsError,
  )
  await t.owner.query('delete from registry.sign_in_attempt')
  await caller.call(confirmTotpSetup, { body: { code: generateTotpCode(secret) } })
})

describe('recovery codes', () => {
  test('each recovery code opens one session, however typed, and notifies the user', async () => {
    const { who: caller, recoveryCodes } = await createUserWithTotp()
    const [first = '', second = ''] = recoveryCodes
    const one = await signInAgain(caller)
    const two = await signInAgain(caller)
    const sloppy = ` ${first.toUpperCase().replace('-', ' ').replaceAll('0', 'O').replaceAll('1', 'L')} `
    const answers = await Promise.allSettled(
      [one, two].map((ask) => ask.call(verifySecondFactor, { body: { recoveryCode: sloppy } })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const three = await signInAgain(caller)
    await expect(three.call(verifySecondFactor, { body: { recoveryCode: first } })).rejects.toMatchObject(
      wrongCodeError,
    )
    expect(await three.call(verifySecondFactor, { body: { recoveryCode: second } })).toEqual({
      open: true,
      recoveryCodesLeft: 8,
    })
    expect(await findNotifications(caller)).toContainEqual({ kind: 'recoveryCode.used', params: { left: '8' } })
    expect(await findAuditActions(caller)).toContain('recoveryCode.used')
  })

  test('recovery codes belong to one user, are renewed together and end with the factor', async () => {
    const mine = await createUserWithTotp()
    const yours = await createUserWithTotp()
    const ask = await signInAgain(mine.who)
    const theirs = yours.recoveryCodes[0] ?? ''
    const before = mine.recoveryCodes[0] ?? ''
    await expect(ask.call(verifySecondFactor, { body: { recoveryCode: theirs } })).rejects.toMatchObject(wrongCodeError)
    const { recoveryCodes } = await mine.who.call(renewRecoveryCodes, { body: { code: generateTotpCode(mine.secret) } })
    expect((await findNotifications(mine.who)).map(({ kind }) => kind)).toContain('recoveryCodes.renewed')
    expect(recoveryCodes).toHaveLength(10)
    await expect(ask.call(verifySecondFactor, { body: { recoveryCode: before } })).rejects.toMatchObject(wrongCodeError)
    await ask.call(verifySecondFactor, { body: { recoveryCode: recoveryCodes[3]! } })
    await mine.who.call(removeTotp, { body: {} })
    expect(await mine.who.call(getSecondFactorStatus, {})).toMatchObject({ totp: null, recoveryCodesLeft: 0 })
    expect((await (await signInAgain(mine.who)).call(getSession, {})).username).toBe(mine.who.username)
    await expect(mine.who.call(renewRecoveryCodes, { body: { password } })).rejects.toMatchObject({
      status: 409,
      code: 'secondFactor.none',
    })
  })
})

describe('roles that need a second factor', () => {
  test('a user whose role needs a second factor can only enrol one first', async () => {
    const caller = await t.as('hr')
    await t.owner.query(`update registry.tenant set second_factor_roles = '{hr}' where prefix = 'dino'`)
    const waits = () => expect(caller.call(listNotifications, { query: {} })).rejects
    await waits().toMatchObject({ status: 423, code: 'session.enrolment' })
    expect(await caller.call(getSecondFactorStatus, {})).toMatchObject({ required: true, totp: null })
    const { secret } = await caller.call(beginTotpSetup, { body: { password } })
    await waits().toMatchObject({ code: 'session.enrolment' })
    await caller.call(confirmTotpSetup, { body: { code: generateTotpCode(secret) } })
    expect((await caller.call(listNotifications, { query: {} })).unread).toBe(1)
    const needed = { status: 409, code: 'secondFactor.needed' }
    await expect(caller.call(removeTotp, { body: {} })).rejects.toMatchObject(needed)
    expect(await caller.call(getSecondFactorStatus, {})).toMatchObject({ recoveryCodesLeft: 10 })
    await t.owner.query(`update registry.tenant set second_factor_roles = '{}'`)
    expect(await caller.call(removeTotp, { body: {} })).toEqual({ removed: true })
    expect(await findNotifications(caller)).toContainEqual({ kind: 'secondFactor.removed', params: { way: 'app' } })
  })

  test('a user who must enrol a second factor may sign out', async () => {
    const { who: caller } = await createUserWithTotp()
    const waiting = await signInAgain(caller)
    expect(await waiting.call(signOut, { body: {} })).toEqual({ signedOut: true })
  })
})

describe('changes of a second factor', () => {
  const noCode = { ...wrongCodeError, fields: { code: 'required' } }

  test('asks for a code ten minutes after the last one; a password is refused', async () => {
    const { who: caller, secret } = await createUserWithTotp()
    nowMs += 9 * 60_000
    await caller.call(beginTotpSetup, { body: {} })
    nowMs += 60_000
    for (const call of [beginTotpSetup, removeTotp, renewRecoveryCodes])
      await expect(caller.call(call, { body: { password } }), call.path).rejects.toMatchObject(noCode)
    await expect(caller.call(removeTotp, { body: { code: 'wrong' } })).rejects.toMatchObject(wrongCodeError)
    expect(await findAuditActions(caller)).toContain('confirm.refused')
    expect(await caller.call(removeTotp, { body: { code: generateTotpCode(secret) } })).toEqual({ removed: true })
  })

  test('asks for a code to renew the recovery codes a minute after the last', async () => {
    const { who: caller, secret, recoveryCodes } = await createUserWithTotp()
    nowMs += 60_000
    for (const body of [{}, { password }])
      await expect(caller.call(renewRecoveryCodes, { body })).rejects.toMatchObject(noCode)
    expect(await caller.call(getSecondFactorStatus, {})).toMatchObject({ recoveryCodesLeft: 10 })
    await caller.call(renewRecoveryCodes, { body: { code: recoveryCodes[0]! } })
    expect(
      (await caller.call(renewRecoveryCodes, { body: { code: generateTotpCode(secret) } })).recoveryCodes,
    ).toHaveLength(10)
  })

  test('asks for the password without a second factor; wrong ones count as failed sign-ins', async () => {
    const caller = await t.as('manager')
    await expect(caller.call(beginTotpSetup, { body: {} })).rejects.toMatchObject({
      status: 422,
      code: 'password.wrong',
      fields: { password: 'required' },
    })
    for (let n = 0; n < 5; n++)
      await expect(caller.call(beginTotpSetup, { body: { password: `guess ${n}` } })).rejects.toMatchObject({
        status: 422,
        fields: { password: 'wrong' },
      })
    const signInLater = { status: 429, code: 'signIn.tooMany' }
    await expect(caller.call(beginTotpSetup, { body: { password } })).rejects.toMatchObject(signInLater)
    await expect(signInAgain(caller)).rejects.toMatchObject(signInLater)
    await t.owner.query('delete from registry.sign_in_attempt')
  })

  test('accepts a code from a user without a password', async () => {
    const { who: caller, secret, recoveryCodes } = await createUserWithTotp()
    await t.owner.query('delete from registry.credential where user_id = $1', [caller.userId])
    nowMs += 11 * 60_000
    const missing = { ...wrongCodeError, fields: { code: 'required' } }
    await expect(caller.call(renewRecoveryCodes, { body: { password } })).rejects.toMatchObject(missing)
    const code = generateTotpCode(secret)
    await expect(caller.call(renewRecoveryCodes, { body: { code: '000000' } })).rejects.toMatchObject(wrongCodeError)
    await caller.call(beginTotpSetup, { body: { code: `${code.slice(0, 3)} ${code.slice(3)}` } })
    await expect(caller.call(removeTotp, { body: { code } })).rejects.toMatchObject(wrongCodeError)
    expect(await caller.call(removeTotp, { body: { code: recoveryCodes[9]! } })).toEqual({ removed: true })
    // Google's word is all that is left.
    expect((await caller.call(beginTotpSetup, { body: {} })).secret).toHaveLength(32)
  })
})

test('refuses two proofs at once, or a code from an account without second factor', async () => {
  const { who: caller, secret } = await createUserWithTotp()
  const ask = await signInAgain(caller)
  for (const body of [{}, { code: generateTotpCode(secret), recoveryCode: 'aaaaa-aaaaa' }])
    await expect(ask.call(verifySecondFactor, { body })).rejects.toMatchObject({ status: 400, code: 'request.invalid' })
  const plain = await t.as('manager')
  await expect(plain.call(verifySecondFactor, { body: { code: '123456' } })).rejects.toMatchObject({
    code: 'secondFactor.none',
  })
})
