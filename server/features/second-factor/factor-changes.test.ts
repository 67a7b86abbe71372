import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getSession, signOut } from '#contract/auth.ts'
import { listNotifications } from '#contract/notifications.ts'
import {
  beginTotpSetup,
  confirmTotpSetup,
  getSecondFactorStatus,
  removeTotp,
  renewRecoveryCodes,
  verifySecondFactor,
} from '#contract/second-factor.ts'
import { createSecondFactorFixture, password, type SecondFactorFixture, wrongCodeError } from './test-second-factor.ts'

let f: SecondFactorFixture
beforeAll(async () => {
  f = await createSecondFactorFixture()
})
afterAll(() => f?.t.drop())
beforeEach(() => f.reset())

describe('recovery codes', () => {
  test('each recovery code opens one session, however typed, and notifies the user', async () => {
    const { who: caller, recoveryCodes } = await f.createUserWithTotp()
    const [first = '', second = ''] = recoveryCodes
    const one = await f.signInAgain(caller)
    const two = await f.signInAgain(caller)
    const sloppy = ` ${first.toUpperCase().replace('-', ' ').replaceAll('0', 'O').replaceAll('1', 'L')} `
    const answers = await Promise.allSettled(
      [one, two].map((ask) => ask.call(verifySecondFactor, { body: { recoveryCode: sloppy } })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const three = await f.signInAgain(caller)
    await expect(three.call(verifySecondFactor, { body: { recoveryCode: first } })).rejects.toMatchObject(
      wrongCodeError,
    )
    expect(await three.call(verifySecondFactor, { body: { recoveryCode: second } })).toEqual({
      open: true,
      recoveryCodesLeft: 8,
    })
    expect(await f.findNotifications(caller)).toContainEqual({ kind: 'recoveryCode.used', params: { left: '8' } })
    expect(await f.findAuditActions(caller)).toContain('recoveryCode.used')
  })

  test('recovery codes belong to one user, are renewed together and end with the factor', async () => {
    const mine = await f.createUserWithTotp()
    const yours = await f.createUserWithTotp()
    const ask = await f.signInAgain(mine.who)
    const theirs = yours.recoveryCodes[0] ?? ''
    const before = mine.recoveryCodes[0] ?? ''
    await expect(ask.call(verifySecondFactor, { body: { recoveryCode: theirs } })).rejects.toMatchObject(wrongCodeError)
    const { recoveryCodes } = await mine.who.call(renewRecoveryCodes, {
      body: { code: f.generateTotpCode(mine.secret) },
    })
    expect((await f.findNotifications(mine.who)).map(({ kind }) => kind)).toContain('recoveryCodes.renewed')
    expect(recoveryCodes).toHaveLength(10)
    await expect(ask.call(verifySecondFactor, { body: { recoveryCode: before } })).rejects.toMatchObject(wrongCodeError)
    await ask.call(verifySecondFactor, { body: { recoveryCode: recoveryCodes[3]! } })
    await mine.who.call(removeTotp, { body: {} })
    expect(await mine.who.call(getSecondFactorStatus, {})).toMatchObject({ totp: null, recoveryCodesLeft: 0 })
    expect((await (await f.signInAgain(mine.who)).call(getSession, {})).username).toBe(mine.who.username)
    await expect(mine.who.call(renewRecoveryCodes, { body: { password } })).rejects.toMatchObject({
      status: 409,
      code: 'secondFactor.none',
    })
  })
})

describe('roles that need a second factor', () => {
  test('a user whose role needs a second factor can only enrol one first', async () => {
    const caller = await f.t.as('hr')
    await f.t.owner.query(`update registry.tenant set second_factor_roles = '{hr}' where prefix = 'dino'`)
    const waits = () => expect(caller.call(listNotifications, { query: {} })).rejects
    await waits().toMatchObject({ status: 423, code: 'session.enrolment' })
    expect(await caller.call(getSecondFactorStatus, {})).toMatchObject({ required: true, totp: null })
    const { secret } = await caller.call(beginTotpSetup, { body: { password } })
    await waits().toMatchObject({ code: 'session.enrolment' })
    await caller.call(confirmTotpSetup, { body: { code: f.generateTotpCode(secret) } })
    expect((await caller.call(listNotifications, { query: {} })).unread).toBe(1)
    const needed = { status: 409, code: 'secondFactor.needed' }
    await expect(caller.call(removeTotp, { body: {} })).rejects.toMatchObject(needed)
    expect(await caller.call(getSecondFactorStatus, {})).toMatchObject({ recoveryCodesLeft: 10 })
    await f.t.owner.query(`update registry.tenant set second_factor_roles = '{}'`)
    expect(await caller.call(removeTotp, { body: {} })).toEqual({ removed: true })
    expect(await f.findNotifications(caller)).toContainEqual({ kind: 'secondFactor.removed', params: { way: 'app' } })
  })

  test('a user who must enrol a second factor may sign out', async () => {
    const { who: caller } = await f.createUserWithTotp()
    const waiting = await f.signInAgain(caller)
    expect(await waiting.call(signOut, { body: {} })).toEqual({ signedOut: true })
  })
})

describe('changes of a second factor', () => {
  const noCode = { ...wrongCodeError, fields: { code: 'required' } }

  test('asks for a code ten minutes after the last one; a password is refused', async () => {
    const { who: caller, secret } = await f.createUserWithTotp()
    f.clock.now += 9 * 60_000
    await caller.call(beginTotpSetup, { body: {} })
    f.clock.now += 60_000
    for (const call of [beginTotpSetup, removeTotp, renewRecoveryCodes])
      await expect(caller.call(call, { body: { password } }), call.path).rejects.toMatchObject(noCode)
    await expect(caller.call(removeTotp, { body: { code: 'wrong' } })).rejects.toMatchObject(wrongCodeError)
    expect(await f.findAuditActions(caller)).toContain('confirm.refused')
    expect(await caller.call(removeTotp, { body: { code: f.generateTotpCode(secret) } })).toEqual({ removed: true })
  })

  test('asks for a code to renew the recovery codes a minute after the last', async () => {
    const { who: caller, secret, recoveryCodes } = await f.createUserWithTotp()
    f.clock.now += 60_000
    for (const body of [{}, { password }])
      await expect(caller.call(renewRecoveryCodes, { body })).rejects.toMatchObject(noCode)
    expect(await caller.call(getSecondFactorStatus, {})).toMatchObject({ recoveryCodesLeft: 10 })
    await caller.call(renewRecoveryCodes, { body: { code: recoveryCodes[0]! } })
    expect(
      (await caller.call(renewRecoveryCodes, { body: { code: f.generateTotpCode(secret) } })).recoveryCodes,
    ).toHaveLength(10)
  })

  test('asks for the password without a second factor; wrong ones count as failed sign-ins', async () => {
    const caller = await f.t.as('manager')
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
    await expect(f.signInAgain(caller)).rejects.toMatchObject(signInLater)
    await f.t.owner.query('delete from registry.sign_in_attempt')
  })

  test('accepts a code from a user without a password', async () => {
    const { who: caller, secret, recoveryCodes } = await f.createUserWithTotp()
    await f.t.owner.query('delete from registry.credential where user_id = $1', [caller.userId])
    f.clock.now += 11 * 60_000
    const missing = { ...wrongCodeError, fields: { code: 'required' } }
    await expect(caller.call(renewRecoveryCodes, { body: { password } })).rejects.toMatchObject(missing)
    const code = f.generateTotpCode(secret)
    await expect(caller.call(renewRecoveryCodes, { body: { code: '000000' } })).rejects.toMatchObject(wrongCodeError)
    await caller.call(beginTotpSetup, { body: { code: `${code.slice(0, 3)} ${code.slice(3)}` } })
    await expect(caller.call(removeTotp, { body: { code } })).rejects.toMatchObject(wrongCodeError)
    expect(await caller.call(removeTotp, { body: { code: recoveryCodes[9]! } })).toEqual({ removed: true })
    // Google's word is all that is left.
    expect((await caller.call(beginTotpSetup, { body: {} })).secret).toHaveLength(32)
  })
})
