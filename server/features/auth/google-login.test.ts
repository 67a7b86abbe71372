import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { OAuth2Server } from 'oauth2-mock-server'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { getGoogleSignInConfig, getSession, loginWithGoogle } from '#contract/auth.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/core/config.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

const googleClientId = 'atalaya.apps.example'
const googleFailureMessage = 'Error en el inicio de sesión con Google.'
const googleServer = new OAuth2Server()
let defaultKeyId = ''
let now = Date.now()
let t: Awaited<ReturnType<typeof createTestTenant>>
beforeAll(async () => {
  defaultKeyId = (await googleServer.issuer.keys.generate('RS256')).kid
  await googleServer.start(0, '127.0.0.1')
  t = await createTestTenant('dino', () => now, {
    GOOGLE_CLIENT_ID: googleClientId,
    GOOGLE_ISSUER: googleServer.issuer.url!,
  })
})
afterEach(async () => {
  now = Date.now()
  vi.useRealTimers()
  await t.owner.query('truncate registry.call_limit')
})
afterAll(async () => {
  await t.drop()
  await googleServer.stop()
})

type Claims = Record<string, unknown>
const buildClaims = (email: string, changes: Claims = {}): Claims => ({
  aud: googleClientId,
  sub: `subject of ${email}`,
  email,
  email_verified: true,
  azp: googleClientId,
  jti: randomUUID(),
  ...changes,
})
const createGoogleToken = (email: string, changes: Claims = {}, kid = defaultKeyId): Promise<string> =>
  googleServer.issuer.buildToken({
    kid,
    scopesOrTransform: (_, payload) => Object.assign(payload, buildClaims(email, changes)),
  })
const signInWithToken = (token: string) => t.nobody.send(loginWithGoogle, { body: { token } })
const getRefusal = async (token: string) => {
  const response = await signInWithToken(token)
  return [response.statusCode, response.json().code, response.json().message]
}
const googleRefusal = [401, 'google.failed', googleFailureMessage]

describe('Google sign-in', () => {
  test('signs in the user whom the Google token names', async () => {
    const user = await t.as('manager')
    const response = await signInWithToken(await createGoogleToken(user.email.toUpperCase()))
    expect(response.statusCode).toBe(200)
    const { token, ...rest } = response.json()
    expect(rest).toEqual({ user: { username: user.username, email: user.email, idioma: 'spanish' } })
    expect((await t.callerWith(token).call(getSession, {})).email).toBe(user.email)
    const { rows } = await t.owner.query(
      `select details from registry.audit_event where user_id = $1 and action = 'signIn' order by id desc limit 1`,
      [user.userId],
    )
    expect(rows[0].details).toMatchObject({ by: 'google' })
  })

  test('accepts a Google token once and notifies the user of a first Google account', async () => {
    const user = await t.as('manager')
    const token = await createGoogleToken(user.email)
    expect((await signInWithToken(token)).statusCode).toBe(200)
    expect(await getRefusal(token)).toEqual(googleRefusal)
    // Past the end of the token nobody takes it anyway.
    now += 3_500_000
    expect(await getRefusal(token)).toEqual(googleRefusal)
    expect((await signInWithToken(await createGoogleToken(user.email))).statusCode).toBe(200)
    const { rows } = await t.owner.query(
      `select params from registry.notification where user_id = $1 and kind = 'google.linked'`,
      [user.userId],
    )
    expect(rows).toEqual([{ params: { email: user.email, address: '127.0.0.1' } }])
  })

  test('refuses Google tokens of another client, issuer, audience or time', async () => {
    const user = await t.as('manager')
    const seconds = Math.floor(now / 1000)
    for (const [what, changes] of Object.entries({
      'for another client': { aud: 'another.apps.example' },
      'for another client too': { aud: [googleClientId, 'another'], azp: 'another' },
      'of another issuer': { iss: 'https://accounts.google.com' },
      'of an e-mail that was not verified': { email_verified: false },
      'of an e-mail verified in words only': { email_verified: 'true' },
      'without an e-mail': { email: undefined },
      'without a subject': { sub: undefined },
      'without an end': { exp: undefined },
      expired: { exp: seconds - 61 },
      'made in time to come': { iat: seconds + 120 },
      'of yesterday that lasts for ever': { iat: seconds - 86_400, exp: seconds + 86_400 },
    }))
      expect(await getRefusal(await createGoogleToken(user.email, changes)), what).toEqual(googleRefusal)
    expect(
      (await signInWithToken(await createGoogleToken(user.email, { exp: seconds - 30 }))).statusCode,
      'clocks differ',
    ).toBe(200)
  })

  test('refuses Google tokens that are unsigned, broken, or signed with another key', async () => {
    const user = await t.as('manager')
    const iat = Math.floor(now / 1000)
    const claims = { ...buildClaims(user.email), iss: googleServer.issuer.url!, iat, exp: iat + 3600 }
    const [key] = googleServer.issuer.keys.toJSON()
    const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
    const { privateKey } = await generateKeyPair('RS256')
    const forged = (alg: string, secret: CryptoKey | Uint8Array) =>
      new SignJWT(claims).setProtectedHeader({ alg, kid: key!.kid }).sign(secret)
    const good = await createGoogleToken(user.email)
    for (const [what, token] of Object.entries({
      unsigned: `${encoded({ alg: 'none' })}.${encoded(claims)}.`,
      'by another key under the same name': await forged('RS256', privateKey),
      'with the public key as a secret': await forged('HS256', Buffer.from(JSON.stringify(key))),
      'cut short': good.slice(0, -4),
      'no token': 'no.token.atall',
    }))
      expect(await getRefusal(token), what).toEqual(googleRefusal)
    expect((await signInWithToken(good)).statusCode).toBe(200)
    const { rows } = await t.owner.query(
      `select distinct action, details, address is not null as "from" from registry.audit_event where details->>'reason' = 'not verified'`,
    )
    expect(rows).toEqual([{ action: 'signIn.refused', details: { by: 'google', reason: 'not verified' }, from: true }])
  })

  test('refuses a valid Google key with an algorithm that Google has never used', async () => {
    const user = await t.as('manager')
    const { privateKey } = await generateKeyPair('RS512', { extractable: true })
    const jwk = { ...(await exportJWK(privateKey)), alg: 'RS512', kid: 'rs512' }
    await googleServer.issuer.keys.add(jwk)
    const token = await createGoogleToken(user.email, {}, 'rs512')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 })
    expect(await getRefusal(token)).toEqual(googleRefusal)
  })

  test('accepts a new key of Google without a restart', async () => {
    const user = await t.as('manager')
    expect((await signInWithToken(await createGoogleToken(user.email))).statusCode).toBe(200)
    const { kid } = await googleServer.issuer.keys.generate('ES256')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 20_000 })
    expect((await signInWithToken(await createGoogleToken(user.email, {}, kid))).statusCode).toBe(200)
  })

  test('answers google.unknown for users who are unknown, disabled or without prefix', async () => {
    const disabled = await t.as('manager')
    const homeless = await t.as('manager')
    await t.owner.query('update registry.app_user set disabled_at = now() where id = $1', [disabled.userId])
    await t.owner.query('delete from registry.membership where user_id = $1', [homeless.userId])
    for (const email of ['nobody@test.example', disabled.email, homeless.email])
      expect(await getRefusal(await createGoogleToken(email))).toEqual([
        404,
        'google.unknown',
        'Usuario no encontrado en el sistema.',
      ])
  })

  test('refuses a second Google account for a user and a second user for one', async () => {
    const user = await t.as('manager')
    const other = await t.as('manager')
    expect((await signInWithToken(await createGoogleToken(user.email, { sub: 'first' }))).statusCode).toBe(200)
    expect(await getRefusal(await createGoogleToken(user.email, { sub: 'second' }))).toEqual(googleRefusal)
    expect(await getRefusal(await createGoogleToken(other.email, { sub: 'first' }))).toEqual(googleRefusal)
    expect((await signInWithToken(await createGoogleToken(user.email, { sub: 'first' }))).statusCode).toBe(200)
    const { rows } = await t.owner.query(
      `select user_id from registry.audit_event where details ->> 'reason' = 'another Google account' order by id`,
    )
    expect(rows.map(({ user_id }) => user_id)).toEqual([user.userId, other.userId])
  })

  test('accepts one of two first Google accounts that arrive at once', async () => {
    const user = await t.as('manager')
    const tokens = await Promise.all(
      ['one', 'two'].map((sub) => createGoogleToken(user.email, { sub: `${sub} at once` })),
    )
    const statuses = (await Promise.all(tokens.map(signInWithToken))).map(({ statusCode }) => statusCode)
    expect(statuses.sort()).toEqual([200, 401])
  })

  test('limits Google sign-in by address', async () => {
    const statuses = (await Promise.all(Array.from({ length: 35 }, () => signInWithToken('no.token.atall')))).map(
      ({ statusCode }) => statusCode,
    )
    expect(statuses.filter((status) => status === 429)).toHaveLength(5)
    const { rows } = await t.owner.query(
      `select details from registry.audit_event where action = 'signIn.refused' and details ->> 'reason' = 'too many'`,
    )
    expect(rows).toEqual([{ details: { by: 'google', reason: 'too many' } }])
  })
})

describe('the Google entry point', () => {
  test("names Google's authorization endpoint from its issuer, with the specified scopes", async () => {
    const entry = await t.nobody.call(getGoogleSignInConfig, {})
    expect(entry).toMatchObject({
      clientId: googleClientId,
      authorizationEndpoint: `${googleServer.issuer.url}/authorize`,
    })
    expect(entry.scopes).toEqual([
      'openid',
      'profile',
      'email',
      ...['calendar.readonly', 'calendar.freebusy', 'userinfo.email', 'directory.readonly'].map(
        (scope) => `https://www.googleapis.com/auth/${scope}`,
      ),
    ])
  })

  test('answers google.notConfigured when no Google client is set', async () => {
    const without = await createTestTenant('dino')
    const token = await createGoogleToken('a@test.example')
    const notConfigured = { status: 409, code: 'google.notConfigured' }
    await expect(without.nobody.call(getGoogleSignInConfig, {})).rejects.toMatchObject(notConfigured)
    await expect(without.nobody.call(loginWithGoogle, { body: { token } })).rejects.toMatchObject(notConfigured)
    await without.drop()
  })

  test('reports an unreachable Google and works again soon after', async () => {
    const away = new OAuth2Server()
    await away.issuer.keys.generate('RS256')
    await away.start(0, '127.0.0.1')
    const { port } = away.address()
    const lines: string[] = []
    const app = await buildApp({
      config: {
        ...readConfig({ GOOGLE_CLIENT_ID: googleClientId, GOOGLE_ISSUER: away.issuer.url! }),
        logLevel: 'debug',
      },
      tenants: t.tenants,
      secret: t.secret,
      clock: () => now,
      logStream: { write: (line) => lines.push(line) },
    })
    const user = await t.as('manager')
    const scopesOrTransform = (_: unknown, payload: object) => void Object.assign(payload, buildClaims(user.email))
    const token = await away.issuer.buildToken({ scopesOrTransform })
    const enter = () => app.inject({ method: 'POST', url: '/api/auth/google-login', payload: { token } })
    await away.stop()
    expect((await enter()).json()).toMatchObject({ code: 'google.failed', message: googleFailureMessage })
    expect((await app.inject('/api/v1/google')).json().code).toBe('google.failed')
    await away.start(port, '127.0.0.1')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6_000 })
    expect((await enter()).statusCode).toBe(200)
    for (const secret of [token, user.email]) expect(lines.join('')).not.toContain(secret)
    await app.close()
    await away.stop()
  })
})
