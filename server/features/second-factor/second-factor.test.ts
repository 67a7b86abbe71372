import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getSession } from '#contract/auth.ts'
import {
  beginTotpSetup,
  confirmTotpSetup,
  getSecondFactorMethods,
  getSecondFactorStatus,
  verifySecondFactor,
} from '#contract/second-factor.ts'
import {
  createSecondFactorFixture,
  password,
  type SecondFactorFixture,
  tooManyAttemptsError,
  wrongCodeError,
} from './test-second-factor.ts'

let f: SecondFactorFixture
beforeAll(async () => {
  f = await createSecondFactorFixture()
})
afterAll(() => f?.t.drop())
beforeEach(() => f.reset())

describe('an authenticator app', () => {
  test('enrols an app by its first code, notifies the user and asks at sign-in', async () => {
    const { who: caller, secret, address, recoveryCodes } = await f.createUserWithTotp()
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

    const waiting = await f.signInAgain(caller)
    await expect(waiting.call(getSession, {})).rejects.toMatchObject({ status: 423, code: 'session.secondFactor' })
    await expect(waiting.call(getSecondFactorStatus, {})).rejects.toMatchObject({ code: 'session.secondFactor' })
    expect(await waiting.call(getSecondFactorMethods, {})).toEqual({ totp: true, passkey: false, recoveryCode: true })
    expect(await waiting.call(verifySecondFactor, { body: { code: f.generateTotpCode(secret) } })).toEqual({
      open: true,
      recoveryCodesLeft: 10,
    })
    expect((await waiting.call(getSession, {})).username).toBe(caller.username)
    expect(await f.findNotifications(caller)).toEqual([{ kind: 'secondFactor.added', params: { way: 'app' } }])
    expect(await f.findAuditActions(caller)).toEqual(['signIn', 'secondFactor.added', 'signIn', 'secondFactor'])
  })

  test('keeps the secret and the recovery codes unreadable in the database', async () => {
    const { who: caller, secret, recoveryCodes } = await f.createUserWithTotp()
    const { rows } = await f.t.owner.query(
      `select to_json(f)::text || (select json_agg(r)::text from registry.recovery_code r where r.user_id = f.user_id) as kept
         from registry.totp f where user_id = $1`,
      [caller.userId],
    )
    for (const plain of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))])
      expect(rows[0].kept).not.toContain(plain)
  })

  test('accepts each code once, including the enrolment code and two simultaneous uses', async () => {
    const { who: caller, secret } = await f.createUserWithTotp()
    const first = await f.signInAgain(caller)
    const second = await f.signInAgain(caller)
    const enrolling = f.generateTotpCode(secret, f.clock.now - 30_000)
    await expect(first.call(verifySecondFactor, { body: { code: enrolling } })).rejects.toMatchObject(wrongCodeError)
    const code = f.generateTotpCode(secret)
    const both = await Promise.allSettled(
      [first, second].map((one) => one.call(verifySecondFactor, { body: { code } })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const third = await f.signInAgain(caller)
    await expect(third.call(verifySecondFactor, { body: { code } })).rejects.toMatchObject(wrongCodeError)
  })

  test('accepts a code half a minute early or late and none before the last', async () => {
    const { who: caller, secret } = await f.createUserWithTotp()
    const ask = await f.signInAgain(caller)
    f.clock.now += 300_000
    for (const far of [-60_000, 60_000])
      await expect(
        ask.call(verifySecondFactor, { body: { code: f.generateTotpCode(secret, f.clock.now + far) } }),
        String(far),
      ).rejects.toMatchObject(wrongCodeError)
    await ask.call(verifySecondFactor, { body: { code: f.generateTotpCode(secret, f.clock.now + 30_000) } })
    await expect(
      ask.call(verifySecondFactor, { body: { code: f.generateTotpCode(secret, f.clock.now) } }),
    ).rejects.toMatchObject(wrongCodeError)
    f.clock.now += 60_000
    await ask.call(verifySecondFactor, { body: { code: f.generateTotpCode(secret) } })
  })

  test('a new app replaces the old one only once it has confirmed a code', async () => {
    const caller = await f.t.as('manager')
    await expect(caller.call(confirmTotpSetup, { body: { code: '123456' } })).rejects.toMatchObject({
      status: 409,
      code: 'secondFactor.none',
    })
    await caller.call(beginTotpSetup, { body: { password } })
    expect(await caller.call(getSecondFactorStatus, {})).toMatchObject({ totp: null, recoveryCodesLeft: 0 })
    expect((await (await f.signInAgain(caller)).call(getSession, {})).username).toBe(caller.username)

    const old = await f.createUserWithTotp()
    const { secret: next } = await old.who.call(beginTotpSetup, { body: {} })
    const ask = await f.signInAgain(old.who)
    await expect(ask.call(verifySecondFactor, { body: { code: f.generateTotpCode(next) } })).rejects.toMatchObject(
      wrongCodeError,
    )
    await ask.call(verifySecondFactor, { body: { code: f.generateTotpCode(old.secret) } })
    f.clock.now += 30_000
    expect(await old.who.call(confirmTotpSetup, { body: { code: f.generateTotpCode(next) } })).toEqual({
      recoveryCodes: null,
    })
    f.clock.now += 30_000
    const again = await f.signInAgain(old.who)
    await expect(
      again.call(verifySecondFactor, { body: { code: f.generateTotpCode(old.secret) } }),
    ).rejects.toMatchObject(wrongCodeError)
    await again.call(verifySecondFactor, { body: { code: f.generateTotpCode(next) } })
  })

  test('enrolling an app asks the user’s other open sessions for a code', async () => {
    const caller = await f.t.as('manager')
    const elsewhere = await f.signInAgain(caller)
    const { secret } = await caller.call(beginTotpSetup, { body: { password } })
    await caller.call(confirmTotpSetup, { body: { code: f.generateTotpCode(secret) } })
    await expect(elsewhere.call(getSession, {})).rejects.toMatchObject({ code: 'session.secondFactor' })
    expect((await caller.call(getSession, {})).username).toBe(caller.username)
  })
})

test('wrong codes are slowed down like passwords, with a separate count', async () => {
  const { who: caller, secret } = await f.createUserWithTotp()
  const ask = await f.signInAgain(caller)
  const right = f.generateTotpCode(secret)
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
  await f.signInAgain(caller)
  await f.t.owner.query(`update registry.sign_in_attempt set at = at - interval '20 minutes' where identity = $1`, [
    `${caller.email} 2f`,
  ])
  await ask.call(verifySecondFactor, { body: { code: right } })
  const { rowCount } = await f.t.owner.query('select from registry.sign_in_attempt where identity = $1', [
    `${caller.email} 2f`,
  ])
  expect(rowCount).toBe(0)
})

test('refuses more than thirty wrong codes in half an hour without delaying the password', async () => {
  const { who: caller, secret } = await f.createUserWithTotp()
  await f.t.owner.query(
    `insert into registry.sign_in_attempt (identity, address, succeeded) select $1, '203.0.113.' || n, false from generate_series(1, 30) n`,
    [`${caller.email} 2f`],
  )
  const ask = await f.signInAgain(caller)
  await expect(ask.call(verifySecondFactor, { body: { code: f.generateTotpCode(secret) } })).rejects.toMatchObject(
    tooManyAttemptsError,
  )
  await f.t.owner.query('delete from registry.sign_in_attempt where address = $1', ['203.0.113.1'])
  await ask.call(verifySecondFactor, { body: { code: f.generateTotpCode(secret) } })
  await f.t.owner.query('delete from registry.sign_in_attempt')
})

test('wrong codes at sign-in leave an open session free to give one', async () => {
  const { who: caller, secret } = await f.createUserWithTotp()
  const outsider = await f.signInAgain(caller)
  for (let n = 0; n < 6; n++)
    await outsider.call(verifySecondFactor, { body: { code: '000000' } }).catch(() => undefined)
  await expect(outsider.call(verifySecondFactor, { body: { code: f.generateTotpCode(secret) } })).rejects.toMatchObject(
    {
      ...tooManyAttemptsError,
      message: expect.stringContaining('Too many wrong codes in a row.'),
    },
  )
  expect(await caller.call(verifySecondFactor, { body: { code: f.generateTotpCode(secret) } })).toMatchObject({
    open: true,
  })
  await f.t.owner.query('delete from registry.sign_in_attempt')
})

test('wrong first codes of an app being enrolled are slowed down too', async () => {
  const caller = await f.t.as('manager')
  const { secret } = await caller.call(beginTotpSetup, { body: { password } })
  const guess = String((Number(f.generateTotpCode(secret)) + 111_111) % 1_000_000).padStart(6, '0')
  const codes: string[] = []
  for (let n = 0; n < 8; n++)
    await caller
      .call(confirmTotpSetup, { body: { code: guess } })
      .catch(({ code }: { code: string }) => codes.push(code))
  expect(codes).toEqual([...Array(5).fill('secondFactor.wrong'), ...Array(3).fill('secondFactor.tooMany')])
  await expect(caller.call(confirmTotpSetup, { body: { code: f.generateTotpCode(secret) } })).rejects.toMatchObject(
    tooManyAttemptsError,
  )
  await f.t.owner.query('delete from registry.sign_in_attempt')
  await caller.call(confirmTotpSetup, { body: { code: f.generateTotpCode(secret) } })
})

test('refuses two proofs at once, or a code from an account without second factor', async () => {
  const { who: caller, secret } = await f.createUserWithTotp()
  const ask = await f.signInAgain(caller)
  for (const body of [{}, { code: f.generateTotpCode(secret), recoveryCode: 'aaaaa-aaaaa' }])
    await expect(ask.call(verifySecondFactor, { body })).rejects.toMatchObject({ status: 400, code: 'request.invalid' })
  const plain = await f.t.as('manager')
  await expect(plain.call(verifySecondFactor, { body: { code: '123456' } })).rejects.toMatchObject({
    code: 'secondFactor.none',
  })
})
