import { Secret, TOTP } from 'otpauth'
import { login } from '#contract/auth.ts'
import { beginTotpSetup, confirmTotpSetup } from '#contract/second-factor.ts'
import { createTestTenant, type TestTenant, testPassword } from '#test/harness/tenant.ts'

type TestUser = Awaited<ReturnType<TestTenant['as']>>
export type SecondFactorFixture = Awaited<ReturnType<typeof createSecondFactorFixture>>

export const password = testPassword
export const tooManyAttemptsError = { status: 429, code: 'secondFactor.tooMany' }
export const wrongCodeError = { status: 422, code: 'secondFactor.wrong' }

/** A firm whose people have an authenticator app, by a clock that the test moves. */
export const createSecondFactorFixture = async () => {
  const clock = { now: Date.now() }
  const t = await createTestTenant('dino', () => clock.now)
  /** Each test in a time of its own: a code counts once. */
  const reset = async () => {
    clock.now += 3_600_000
    await t.owner.query(`update registry.tenant set second_factor_roles = '{}'`)
  }
  const generateTotpCode = (secret: string, when = clock.now): string =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: when })
  /** Somebody with an app, in the session that they enrolled it in. */
  const createUserWithTotp = async (role: Parameters<typeof t.as>[0] = 'manager') => {
    const caller = await t.as(role)
    const { secret, address } = await caller.call(beginTotpSetup, { body: { password } })
    const { recoveryCodes } = await caller.call(confirmTotpSetup, { body: { code: generateTotpCode(secret) } })
    // The code of enrolling has counted: the next one is half a minute away.
    clock.now += 30_000
    return { who: caller, secret, address, recoveryCodes: recoveryCodes! }
  }
  const signInAgain = async ({ username }: TestUser) =>
    t.callerWith((await t.nobody.call(login, { query: {}, body: { identity: username, password } })).token)
  const findAuditActions = async ({ userId }: TestUser) =>
    (await t.owner.query('select action from registry.audit_event where user_id = $1 order by id', [userId])).rows.map(
      ({ action }) => action,
    )
  const findNotifications = async ({ userId }: TestUser) =>
    (await t.owner.query('select kind, params from registry.notification where user_id = $1 order by id', [userId]))
      .rows
  return { t, clock, reset, generateTotpCode, createUserWithTotp, signInAgain, findAuditActions, findNotifications }
}
