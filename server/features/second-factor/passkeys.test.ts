import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getSession, login } from '#contract/auth.ts'
import {
  addPasskey,
  beginPasskey,
  beginTotp,
  confirmTotp,
  getSecondFactor,
  giveSecondFactor,
  passkeyOptions,
  removePasskey,
  removeTotp,
  secondFactorWays,
} from '#contract/second-factor.ts'
import { makePasskey } from '#test/harness/passkey.ts'
import { testPassword, testTenant } from '#test/harness/tenant.ts'

const origin = 'https://crm.example.com'
let now = Date.now()
let t: Awaited<ReturnType<typeof testTenant>>
beforeAll(async () => {
  t = await testTenant('dino', () => now, { PUBLIC_URL: origin })
})
beforeEach(() => {
  now += 3_600_000
})
afterAll(() => t.drop())

const password = testPassword
const wrong = { status: 422, code: 'secondFactor.wrong' }
const signInAgain = async ({ username }: { username: string }) =>
  t.callerWith((await t.nobody.call(login, { query: {}, body: { identity: username, password } })).token)

/** Somebody with one passkey, and the passkey. */
const withPasskey = async (name = 'Telephone') => {
  const who = await t.as('manager')
  const key = makePasskey(origin)
  const { options } = await who.call(beginPasskey, { body: { password } })
  const { recoveryCodes } = await who.call(addPasskey, { body: { name, response: key.create(options) } })
  const { passkeys } = await who.call(getSecondFactor, {})
  return { who, key, recoveryCodes, id: passkeys[0]!.id }
}

describe('passkeys', () => {
  test('a passkey made with the server’s options opens the next session', async () => {
    const { who, key, recoveryCodes } = await withPasskey()
    expect(recoveryCodes).toHaveLength(10)
    expect(await who.call(getSecondFactor, {})).toMatchObject({
      passkeysAt: origin,
      passkeys: [{ name: 'Telephone', usedAt: null }],
    })
    const again = await who.call(beginPasskey, { body: {} })
    expect(again.options).toMatchObject({
      rp: { id: 'crm.example.com', name: 'Atalaya' },
      user: { name: who.email },
      excludeCredentials: [{ id: key.id, transports: ['internal'] }],
      authenticatorSelection: { userVerification: 'preferred' },
    })

    const waiting = await signInAgain(who)
    expect(await waiting.call(secondFactorWays, {})).toEqual({ totp: false, passkey: true, recoveryCode: true })
    const { options } = await waiting.call(passkeyOptions, { body: {} })
    expect(options).toMatchObject({ rpId: 'crm.example.com', allowCredentials: [{ id: key.id }] })
    await waiting.call(giveSecondFactor, { body: { passkey: key.get(options) } })
    expect((await waiting.call(getSession, {})).username).toBe(who.username)
    const [kept] = (await who.call(getSecondFactor, {})).passkeys
    expect(Date.parse(kept!.usedAt!)).toBe(now)
  })

  test('accepts a passkey answer once, within five minutes, for its own session and purpose', async () => {
    const { who, key } = await withPasskey()
    const [waiting, other] = [await signInAgain(who), await signInAgain(who)]
    const give = (ask: typeof waiting, passkey: Record<string, unknown>) =>
      ask.call(giveSecondFactor, { body: { passkey } })

    const first = await waiting.call(passkeyOptions, { body: {} })
    const answer = key.get(first.options)
    await expect(give(other, answer), 'another session').rejects.toMatchObject(wrong)
    await give(waiting, answer)
    await expect(give(waiting, answer), 'again').rejects.toMatchObject(wrong)

    const late = await other.call(passkeyOptions, { body: {} })
    now += 300_000
    await expect(give(other, key.get(late.options)), 'too late').rejects.toMatchObject(wrong)

    const wrongOne = await other.call(passkeyOptions, { body: {} })
    await expect(give(other, { id: key.id }), 'no answer').rejects.toMatchObject(wrong)
    await expect(give(other, key.get(wrongOne.options)), 'after a wrong answer').rejects.toMatchObject(wrong)

    await who.call(passkeyOptions, { body: {} })
    const making = await who.call(beginPasskey, { body: {} })
    await expect(give(who, key.get(making.options)), 'made for another purpose').rejects.toMatchObject(wrong)
  })

  test('refuses a passkey of another origin or person, copied, or already stored', async () => {
    const [mine, yours] = [await withPasskey(), await withPasskey()]
    const ask = await signInAgain(mine.who)
    const options = async () => (await ask.call(passkeyOptions, { body: {} })).options
    const give = async (passkey: Record<string, unknown>) => ask.call(giveSecondFactor, { body: { passkey } })
    await expect(give(yours.key.get(await options())), 'another person’s').rejects.toMatchObject(wrong)
    await give(mine.key.get(await options()))
    mine.key.countFrom(0)
    await expect(give(mine.key.get(await options())), 'counted back').rejects.toMatchObject(wrong)

    const begun = await mine.who.call(beginPasskey, { body: {} })
    const elsewhere = makePasskey('https://evil.example', { rpId: 'crm.example.com' }).create(begun.options)
    const add = (response: Record<string, unknown>) => mine.who.call(addPasskey, { body: { name: 'X', response } })
    await expect(add(elsewhere), 'another origin').rejects.toMatchObject(wrong)
    const twice = await mine.who.call(beginPasskey, { body: {} })
    await expect(add(yours.key.create(twice.options)), 'kept already').rejects.toMatchObject(wrong)
    await expect(add({}), 'nothing').rejects.toMatchObject(wrong)
    expect((await mine.who.call(getSecondFactor, {})).passkeys).toHaveLength(1)
  })

  test('only its owner removes a passkey; others get 404', async () => {
    const [mine, yours] = [await withPasskey(), await withPasskey()]
    const remove = (who: typeof mine.who, passkeyId: string) =>
      who.call(removePasskey, { params: { passkeyId }, body: { password } })
    await expect(remove(yours.who, mine.id)).rejects.toMatchObject({ status: 404, code: 'notFound' })
    expect((await mine.who.call(getSecondFactor, {})).passkeys).toHaveLength(1)
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
  const { who, key, id } = await withPasskey()
  await t.owner.query('delete from registry.credential where user_id = $1', [who.userId])
  await t.owner.query('delete from registry.recovery_code where user_id = $1', [who.userId])
  now += 660_000
  for (const call of [
    () => who.call(removePasskey, { params: { passkeyId: id }, body: {} }),
    () => who.call(beginTotp, { body: {} }),
  ])
    await expect(call()).rejects.toMatchObject(wrong)
  const { options } = await who.call(passkeyOptions, { body: {} })
  await who.call(giveSecondFactor, { body: { passkey: key.get(options) } })
  expect(await who.call(removePasskey, { params: { passkeyId: id }, body: {} })).toEqual({ removed: true })
})

test('one of the last two passkeys or apps stays when its role needs one', async () => {
  const { who, id } = await withPasskey()
  const { secret } = await who.call(beginTotp, { body: {} })
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now })
  expect(await who.call(confirmTotp, { body: { code } })).toEqual({ recoveryCodes: null })
  await t.owner.query(`update registry.tenant set second_factor_roles = '{manager}' where prefix = 'dino'`)
  const both = await Promise.allSettled([
    who.call(removeTotp, { body: {} }),
    who.call(removePasskey, { params: { passkeyId: id }, body: {} }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(both.find((one) => one.status === 'rejected')?.reason).toMatchObject({ code: 'secondFactor.needed' })
})

test('refuses passkeys in an installation without a domain', async () => {
  const bare = await testTenant('dino', () => now, { PUBLIC_URL: 'http://127.0.0.1:3000' })
  try {
    const who = await bare.as('manager')
    expect(await who.call(getSecondFactor, {})).toMatchObject({ passkeysAt: null })
    await expect(who.call(beginPasskey, { body: { password } })).rejects.toMatchObject({
      status: 409,
      code: 'passkey.noDomain',
    })
  } finally {
    await bare.drop()
  }
})
