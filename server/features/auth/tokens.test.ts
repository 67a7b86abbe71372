import { type AddressInfo, connect } from 'node:net'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getSession, signOut } from '#contract/auth.ts'
import { deriveKey } from '#db/migrate/roles.ts'
import { buildSessionTokens } from '#server/core/session.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

let now = Date.now()
let t: Awaited<ReturnType<typeof createTestTenant>>
beforeAll(async () => {
  t = await createTestTenant('dino', () => now)
})
afterAll(() => t.drop())

type TokenPayload = { sub: string; sid: string; prefix: string; iss: string; iat: number; exp?: number }
const hourMs = 3_600_000

const requestSession = async (authorization: string | undefined) => {
  const headers = authorization === undefined ? {} : { authorization }
  const response = await t.app.inject({ method: 'GET', url: '/api/v1/session', headers })
  return [response.statusCode, response.json().code]
}
const createSignedInUser = async () => {
  const me = await t.as('admin')
  const token = me.token ?? ''
  const [head, body, signature] = token.split('.') as [string, string, string]
  const payload: TokenPayload = JSON.parse(Buffer.from(body, 'base64url').toString())
  return { me, token, head, body, signature, payload }
}
const encodeTokenPart = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
const base64urlAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
/** Another letter for the end of a signature, which differs in the two bits that nobody reads. */
const getEquivalentLetter = (letter: string) => base64urlAlphabet[base64urlAlphabet.indexOf(letter) + 1]!
const buildUnsignedToken = (header: object, payload: TokenPayload) =>
  `${encodeTokenPart(header)}.${encodeTokenPart(payload)}.`
const signToken = (payload: object, { alg = 'HS256', key = deriveKey(t.secret, 'session-tokens') } = {}) =>
  new SignJWT({ ...payload }).setProtectedHeader({ alg, typ: 'JWT' }).sign(Buffer.from(key, 'hex'))

test('refuses two Authorization headers, whichever of them is valid', async () => {
  const { token } = await createSignedInUser()
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = t.app.server.address() as AddressInfo
  const status = (...headers: string[]) =>
    new Promise<string>((resolve) => {
      const lines = headers.map((header) => `Authorization: ${header}\r\n`).join('')
      connect(port, '127.0.0.1')
        .once('data', (answer) => resolve(String(answer).slice(9, 12)))
        .write(`GET /api/v1/session HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${lines}\r\n`)
    })
  expect(await status(`JWT ${token}`)).toBe('200')
  expect(await status(`JWT ${token}`, 'no token')).toBe('401')
  expect(await status(`JWT ${token}`, `JWT ${token}`)).toBe('401')
})

describe('refused tokens', () => {
  test('refuses a token that is missing or sent outside its header', async () => {
    const { token } = await createSignedInUser()
    for (const header of [undefined, '', 'JWT', 'JWT ', `Bearer ${token}`, `jwt ${token}`, token, `JWT ${token} x`])
      expect(await requestSession(header), header).toEqual([401, 'session.missing'])
    const inAddress = await t.app.inject(`/api/v1/session?token=${token}`)
    expect(inAddress.statusCode).toBe(401)
  })

  test('refuses a malformed or altered token', async () => {
    const { token, head, body, signature, payload } = await createSignedInUser()
    const other = encodeTokenPart({ ...payload, sub: '1' })
    for (const bad of [
      ...['x', 'x.y.z', '..', 'null', `${head}.${body}`, `${head}.${body}.`, `${token}x`, `${token}.${signature}`],
      `${head}.${other}.${signature}`,
      `${head}.${Buffer.from('{').toString('base64url')}.${signature}`,
      `${encodeTokenPart({ alg: 'HS256', typ: 'JWT', crit: ['exp'] })}.${body}.${signature}`,
      // The same bytes in other letters.
      ...[`${token}=`, `${token.slice(0, -1)}${getEquivalentLetter(token.at(-1)!)}`, `${head}=.${body}.${signature}`],
    ])
      expect(await requestSession(`JWT ${bad}`), bad).toEqual([401, 'session.invalid'])
  })

  test('refuses a token that is unsigned or signed by another algorithm or key', async () => {
    const { payload } = await createSignedInUser()
    for (const bad of [
      ...['none', 'None', 'HS256'].map((alg) => buildUnsignedToken({ alg }, payload)),
      await signToken(payload, { alg: 'HS384' }),
      await signToken(payload, { alg: 'HS512' }),
      await signToken(payload, { key: deriveKey('another secret of forty characters ......', 'session-tokens') }),
      await signToken(payload, { key: deriveKey(t.secret, 'another-purpose') }),
    ])
      expect(await requestSession(`JWT ${bad}`), bad).toEqual([401, 'session.invalid'])
    expect(await requestSession(`JWT ${await signToken(payload)}`)).toEqual([200, undefined])
  })

  test('refuses a token with missing, foreign or implausible claims', async () => {
    const { payload } = await createSignedInUser()
    const { payload: theirs } = await createSignedInUser()
    const { exp, ...endless } = payload
    for (const [why, claims] of Object.entries({
      endless,
      'no beginning': { ...payload, iat: undefined },
      'issued in an hour': { ...payload, iat: payload.iat + 3600 },
      'good for a day': { ...payload, exp: payload.iat + 86_400 },
      'good for ever': { ...payload, exp: 1e308 },
      'another issuer': { ...payload, iss: 'elsewhere' },
      'another prefix': { ...payload, prefix: 'cfl' },
      'no prefix of ours': { ...payload, prefix: 'registry' },
      "another's session": { ...payload, sid: theirs.sid },
      'another person': { ...payload, sub: theirs.sub },
      nobody: { ...payload, sub: '' },
      'no session': { ...payload, sid: '00000000-0000-4000-8000-000000000000' },
      'no session id': { ...payload, sid: "' or true" },
      'hardly a session id': { ...payload, sid: '-'.repeat(36) },
    }))
      expect(await requestSession(`JWT ${await signToken(claims)}`), why).toEqual([401, 'session.invalid'])
  })

  test('refuses a token after twelve hours, despite activity and a later claimed end', async () => {
    const { token, payload } = await createSignedInUser()
    const late = await signToken({ ...payload, exp: payload.iat + 48 * 3600 })
    for (let n = 0; n < 24; n++) {
      now += hourMs / 2 - 1000
      expect(await requestSession(`JWT ${token}`)).toEqual([200, undefined])
    }
    now += 30_000
    expect(await requestSession(`JWT ${token}`)).toEqual([401, 'session.expired'])
    const restarted = await t.start()
    await expect(t.callerWith(token, {}, restarted).call(getSession, {})).rejects.toMatchObject({
      code: 'session.expired',
    })
    await restarted.close()
    expect(await requestSession(`JWT ${late}`)).toEqual([401, 'session.invalid'])
  })

  test('refuses a token at once when its session ends or its user is disabled', async () => {
    const first = await createSignedInUser()
    const second = await createSignedInUser()
    for (const { token } of [first, second]) expect(await requestSession(`JWT ${token}`)).toEqual([200, undefined])
    await first.me.call(signOut, { body: {} })
    expect(await requestSession(`JWT ${first.token}`)).toEqual([401, 'session.revoked'])
    await t.owner.query('update registry.app_user set disabled_at = now() where id = $1', [second.me.userId])
    expect(await requestSession(`JWT ${second.token}`)).toEqual([401, 'session.invalid'])
    const { rows } = await t.owner.query(
      `select prefix from registry.audit_event where user_id = $1 and action = 'signOut'`,
      [first.me.userId],
    )
    expect(rows).toEqual([{ prefix: 'dino' }])
  })

  test('refuses a token that another installation secret issued for the same session', async () => {
    const { payload } = await createSignedInUser()
    const elsewhere = buildSessionTokens('another secret of forty characters ......', () => now)
    const token = await elsewhere.issue({
      sessionId: payload.sid,
      userId: payload.sub,
      prefix: 'dino',
      expiresAt: now + hourMs,
    })
    expect(await requestSession(`JWT ${token}`)).toEqual([401, 'session.invalid'])
  })
})
