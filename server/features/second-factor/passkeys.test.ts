import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getSession, login } from '#contract/auth.ts'
import {
  addPasskey,
  beginPasskeyRegistration,
  beginTotpSetup,
  confirmTotpSetup,
  getPasskeySignInOptions,
  getSecondFactorMethods,
  getSecondFactorStatus,
  removePasskey,
  removeTotp,
  verifySecondFactor,
} from '#contract/second-factor.ts'
import { createPasskey } from '#test/harness/passkey.ts'
import { createTestTenant, testPassword } from '#test/harness/tenant.ts'

const testOrigin = 'https://crm.example.com'
let nowMs = Date.now()
let t: Awaited<ReturnType<typeof createTestTenant>>
beforeAll(async () => {
  t = await createTestTenant('dino', () => nowMs, { PUBLIC_URL: testOrigin })
})
beforeEach(() => {
  nowMs += 3_600_000
})
afterAll(() => t.drop())

const password = testPassword
const wrongCodeError = { status: 422, code: 'secondFactor.wrong' }
const signInAgain = async ({ username }: { username: string }) =>
  t.callerWith((await t.nobody.call(login, { query: {}, body: { identity: username, password } })).token)

/** Somebody with one passkey, and the passkey. */
const createUserWithPasskey = async (name = 'Telephone') => {
  const caller = await t.as('manager')
  const key = createPasskey(testOrigin)
  const { options } = await caller.call(beginPasskeyRegistration, { body: { password } })
  const { recoveryCodes } = await caller.call(addPasskey, { body: { name, response: key.create(options) } })
  const { passkeys } = await caller.call(getSecondFactorStatus, {})
  return { who: caller, key, recoveryCodes, id: passkeys[0]!.id }
}

describe('passkeys', () => {
  test('a passkey made with the server’s options opens the next session', async () => {
    const { who: caller, key, recoveryCodes } = await createUserWithPasskey()
    expect(recoveryCodes).toHaveLength(10)
    expect(await caller.call(getSecondFactorStatus, {})).toMatchObject({
      passkeysAt: testOrigin,
      passkeys: [{ name: 'Telephone', usedAt: null }],
    })
    const again = await caller.call(beginPasskeyRegistration, { body: {} })
    expect(again.options).toMatchObject({
      rp: { id: 'crm.example.com', name: 'Atalaya' },
      user: { name: caller.email },
      excludeCredentials: [{ id: key.id, transports: ['internal'] }],
      authenticatorSelection: { userVerification: 'preferred' },
    })

    const waiting = await signInAgain(caller)
    expect(await waiting.call(getSecondFactorMethods, {})).toEqual({ totp: false, passkey: true, recoveryCode: true })
    const { options } = await waiting.call(getPasskeySignInOptions, { body: {} })
    expect(options).toMatchObject({ rpId: 'crm.example.com', allowCredentials: [{ id: key.id }] })
    await waiting.call(verifySecondFactor, { body: { passkey: key.get(options) } })
    expect((await waiting.call(getSession, {})).username).toBe(caller.username)
    const [kept] = (await caller.call(getSecondFactorStatus, {})).passkeys
    expect(Date.parse(kept!.usedAt!)).toBe(nowMs)
  })

  test('accepts a passkey answer once, within five minutes, for its own session and purpose', async () => {
    const { who: caller, key } = await createUserWithPasskey()
    const waiting = await signInAgain(caller)
    const other = await signInAgain(caller)
    const give = (ask: typeof waiting, passkey: Record<string, unknown>) =>
      ask.call(verifySecondFactor, { body: { passkey } })

    const first = await waiting.call(getPasskeySignInOptions, { body: {} })
    const answer = key.get(first.options)
    await expect(give(other, answer), 'another session').rejects.toMatchObject(wrongCodeError)
    await give(waiting, answer)
    await expect(give(waiting, answer), 'again').rejects.toMatchObject(wrongCodeError)

    const late = await other.call(getPasskeySignInOptions, { body: {} })
    nowMs += 300_000
    await expect(give(other, key.get(late.options)), 'too late').rejects.toMatchObject(wrongCodeError)

    const wrongOne = await other.call(getPasskeySignInOptions, { body: {} })
    await expect(give(other, { id: key.id }), 'no answer').rejects.toMatchObject(wrongCodeError)
    await expect(give(other, key.get(wrongOne.options)), 'after a wrong answer').rejects.toMatchObject(wrongCodeError)

    await caller.call(getPasskeySignInOptions, { body: {} })
    const making = await caller.call(beginPasskeyRegistration, { body: {} })
    await expect(give(caller, key.get(making.options)), 'made for another purpose').rejects.toMatchObject(
      wrongCodeError,
    )
  })

  test('refuses a passkey of another origin or person, copied, or already stored', async () => {
    const mine = await createUserWithPasskey()
    const yours = await createUserWithPasskey()
    const ask = await signInAgain(mine.who)
    const options = async () => (await ask.call(getPasskeySignInOptions, { body: {} })).options
    const give = async (passkey: Record<string, unknown>) => ask.call(verifySecondFactor, { body: { passkey } })
    await expect(give(yours.key.get(await options())), 'another person’s').rejects.toMatchObject(wrongCodeError)
    await give(mine.key.get(await options()))
    mine.key.countFrom(0)
    await expect(give(mine.key.get(await options())), 'counted back').rejects.toMatchObject(wrongCodeError)

    const begun = await mine.who.call(beginPasskeyRegistration, { body: {} })
    const elsewhere = createPasskey('https://evil.example', { rpId: 'crm.example.com' }).create(begun.options)
    const add = (response: Record<string, unknown>) => mine.who.call(addPasskey, { body: { name: 'X', response } })
    await expect(add(elsewhere), 'another origin').rejects.toMatchObject(wrongCodeError)
    const twice = await mine.who.call(beginPasskeyRegistration, { body: {} })
    await expect(add(yours.key.create(twice.options)), 'kept already').rejects.toMatchObject(wrongCodeError)
    await expect(add({}), 'nothing').rejects.toMatchObject(wrongCodeError)
    expect((await mine.who.call(getSecondFactorStatus, {})).passkeys).toHaveLength(1)
  })

  test('only its owner removes a passkey; others get 404', async () => {
    const mine = await createUserWithPasskey()
    const yours = await createUserWithPasskey()
    const remove = (caller: typeof mine.who, passkeyId: string) =>
      caller.call(removePasskey, { params: { passkeyId }, body: { password } })
    await expect(remove(yours.who, mine.id)).rejects.toMatchObject({ status: 404, code: 'notFound' })
    expect((await mine.who.call(getSecondFactorStatus, {})).passkeys).toHaveLength(1)
    expect(await remove(mine.who, mine.id)).toEqual({ removed: true })
    await expect(remove(mine.who, mine.id)).rejects.toMatchObject({ status: 404 })
    const { rows } = await t.owner.query(
      `select kind, params from registry.notification where user_id = $1 and kind like 'secondFactor%' order by id`,
      [mine.who.userId],
    )
    expect(rows).toEqual([
      { kind: 'secondFactor.added', params: { way: 'passkey', name: 'Telephone' } },
      { kind: 'secondFactor.removed', params: { way: 'passkey', name: 'Telephone' } },
    ])
  })
})

test('removing an account’s only protection asks for the passkey again in an open session', async () => {
  const { who: caller, key, id } = await createUserWithPasskey()
  await t.owner.query('delete from registry.credential where user_id = $1', [caller.userId])
  await t.owner.query('delete from registry.recovery_code where user_id = $1', [caller.userId])
  nowMs += 660_000
  for (const call of [
    () => caller.call(removePasskey, { params: { passkeyId: id }, body: {} }),
    () => caller.call(beginTotpSetup, { body: {} }),
  ])
    await expect(call()).rejects.toMatchObject(wrongCodeError)
  const { options } = await caller.call(getPasskeySignInOptions, { body: {} })
  await caller.call(verifySecondFactor, { body: { passkey: key.get(options) } })
  expect(await caller.call(removePasskey, { params: { passkeyId: id }, body: {} })).toEqual({ removed: true })
})

test('one of the last two passkeys or apps stays when its role needs one', async () => {
  const { who: caller, id } = await createUserWithPasskey()
  const { secret } = await caller.call(beginTotpSetup, { body: {} })
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: nowMs })
  expect(await caller.call(confirmTotpSetup, { body: { code } })).toEqual({ recoveryCodes: null })
  await t.owner.query(`update registry.tenant set second_factor_roles = '{manager}' where prefix = 'dino'`)
  const both = await Promise.allSettled([
    caller.call(removeTotp, { body: {} }),
    caller.call(removePasskey, { params: { passkeyId: id }, body: {} }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(both.find((one) => one.status === 'rejected')?.reason).toMatchObject({ code: 'secondFactor.needed' })
})

test('refuses passkeys in an installation without a domain', async () => {
  const bare = await createTestTenant('dino', () => nowMs, { PUBLIC_URL: 'http://127.0.0.1:3000' })
  try {
    const caller = await bare.as('manager')
    expect(await caller.call(getSecondFactorStatus, {})).toMatchObject({ passkeysAt: null })
    await expect(caller.call(beginPasskeyRegistration, { body: { password } })).rejects.toMatchObject({
      status: 409,
      code: 'passkey.noDomain',
    })
  } finally {
    await bare.drop()
  }
})
