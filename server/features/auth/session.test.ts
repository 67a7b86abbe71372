import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getSession, login } from '#contract/auth.ts'
import { listClients } from '#contract/clients.ts'
import { runInCheckQueue } from '#server/domain/sign-in-throttle.ts'
import { createTestTenant, testPassword } from '#test/harness/tenant.ts'

let t: Awaited<ReturnType<typeof createTestTenant>>
beforeAll(async () => {
  t = await createTestTenant('dino', Date.now)
})
afterAll(() => t.drop())

const sendPost = (url: string, payload?: object) =>
  t.app.inject({ method: 'POST', url, ...(payload ? { payload } : {}) })
const loginPath = '/ApiRest/api/auth/login'

describe('the login call', () => {
  test('login accepts credentials in query or JSON body, by e-mail or user name', async () => {
    const user = await t.as('admin')
    const query = new URLSearchParams({ identity: user.email.toUpperCase(), password: testPassword })
    for (const response of [
      await sendPost(`${loginPath}?${query}`),
      await sendPost(loginPath, { identity: user.username, password: testPassword }),
    ]) {
      expect(response.statusCode).toBe(200)
      const answer = login.output.parse(response.json())
      expect(answer).toEqual({ token: answer.token, username: user.username, email: user.email, idioma: 'spanish' })
      expect(Object.keys(response.json()).sort()).toEqual(['email', 'idioma', 'token', 'username'])
    }
  })

  test('login refuses a wrong password and an unknown user with the same words', async () => {
    const user = await t.as('admin')
    const wrong = await sendPost(loginPath, { identity: user.email, password: 'not this one' })
    const unknown = await sendPost(loginPath, { identity: 'nobody@test.example', password: 'not this one' })
    for (const response of [wrong, unknown])
      expect({ status: response.statusCode, ...response.json(), requestId: '' }).toEqual({
        status: 401,
        code: 'signIn.wrong',
        message: 'Usuario o contraseña incorrectos',
        requestId: '',
      })
  })

  test('login names missing and unknown fields', async () => {
    expect((await sendPost(loginPath)).json()).toMatchObject({
      code: 'request.invalid',
      fields: { identity: 'required' },
    })
    expect((await sendPost(loginPath, { identity: 'a' })).json()).toMatchObject({ fields: { password: 'required' } })
    expect((await sendPost(`${loginPath}?__proto__=1`)).body).toContain('"fields":{"__proto__":"unknown"}')
  })

  test('failed logins slow down, even concurrent ones, until one succeeds', async () => {
    const user = await t.as('admin')
    const guesses = await Promise.all(
      Array.from({ length: 12 }, (_, n) => sendPost(loginPath, { identity: user.email, password: `guess ${n}` })),
    )
    const statuses = guesses.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 401)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(7)
    expect(Number(guesses.find(({ statusCode }) => statusCode === 429)?.headers['retry-after'])).toBeGreaterThan(0)
    // The right password waits too: otherwise the wait would tell which guess was right.
    expect((await sendPost(loginPath, { identity: user.email, password: testPassword })).statusCode).toBe(429)
    await t.owner.query(`update registry.sign_in_attempt set at = at - interval '1 hour' where identity = $1`, [
      user.email,
    ])
    expect((await sendPost(loginPath, { identity: user.email, password: testPassword })).statusCode).toBe(200)
    const { rowCount } = await t.owner.query('select from registry.sign_in_attempt where identity = $1', [user.email])
    expect(rowCount).toBe(0)
  })

  test('audits delayed logins once a minute per user and sparsely per address', async () => {
    const user = await t.as('admin')
    const guess = (identity: string) => sendPost(loginPath, { identity, password: 'not this one' })
    const written = async () => {
      const { rows } = await t.owner.query(
        `select user_id, identity, address from registry.audit_event where details ->> 'reason' = 'too many' order by id`,
      )
      return rows
    }
    const minuteLater = () =>
      t.owner.query(
        `update registry.call_limit set calls = array(select c - interval '61 seconds' from unnest(calls) c)`,
      )
    await t.owner.query('truncate registry.call_limit, registry.sign_in_attempt')
    const before = await written()
    for (let n = 0; n < 5; n++) await guess(user.email)
    const waits = await Promise.all(Array.from({ length: 6 }, () => guess(user.email)))
    expect(waits.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(429))
    const one = { user_id: user.userId, identity: user.email, address: '127.0.0.1' }
    expect((await written()).slice(before.length)).toEqual([one])
    await minuteLater()
    await guess(user.email)
    expect((await written()).slice(before.length)).toEqual([one, one])
    // From here on the whole address waits, whatever name it says.
    await minuteLater()
    await t.owner.query(`insert into registry.sign_in_attempt (identity, address, succeeded)
      select 'name' || n, '127.0.0.1', false from generate_series(1, 40) n`)
    for (let n = 0; n < 14; n++) expect((await guess(`unknown${n}@test.example`)).statusCode).toBe(429)
    const many = (await written()).slice(before.length + 2)
    expect(many).toHaveLength(10)
    expect(new Set(many.map(({ identity }) => identity))).toEqual(new Set(['u***@t***']))
    await t.owner.query('truncate registry.call_limit, registry.sign_in_attempt')
  })

  test('counts failed logins per user under any name and limits lists of names', async () => {
    const user = await t.as('admin')
    const tries = [...Array(3)].flatMap(() => [user.email, user.username])
    for (const identity of tries) await sendPost(loginPath, { identity, password: 'not this one' })
    expect((await sendPost(loginPath, { identity: user.username, password: 'not this one' })).statusCode).toBe(429)
    await t.owner.query(`insert into registry.sign_in_attempt (identity, address, succeeded, at)
      select 'old' || n, '127.0.0.1', false, now() - interval '1 hour' from generate_series(1, 10) n`)
    const names = await Promise.all(
      Array.from({ length: 60 }, (_, n) => sendPost(loginPath, { identity: `name${n}@test.example`, password: 'x' })),
    )
    expect(names.filter(({ statusCode }) => statusCode === 401).length).toBeLessThanOrEqual(30)
    const { rowCount } = await t.owner.query(`select from registry.sign_in_attempt where identity like 'old%'`)
    expect(rowCount, 'old failures are removed as new ones come').toBe(0)
    await t.owner.query('delete from registry.sign_in_attempt')
  })

  test('login limits treat an IPv6 network as one address', async () => {
    const user = await t.as('admin')
    const from = (n: number, password: string) =>
      t.app.inject({
        method: 'POST',
        url: loginPath,
        remoteAddress: `2001:db8:0:1::${n}`,
        payload: { identity: user.email, password },
      })
    for (let n = 1; n <= 5; n++) expect((await from(n, `guess ${n}`)).statusCode).toBe(401)
    expect((await from(6, testPassword)).statusCode).toBe(429)
    const next = { method: 'POST', url: loginPath, remoteAddress: '2001:db8:0:2::1' } as const
    expect(
      (await t.app.inject({ ...next, payload: { identity: user.email, password: testPassword } })).statusCode,
    ).toBe(200)
  })

  test('logins refused under load count as no attempt', async () => {
    const user = await t.as('admin')
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const crowd = Array.from({ length: 42 }, () => runInCheckQueue(() => held))
    expect((await sendPost(loginPath, { identity: user.email, password: testPassword })).statusCode).toBe(429)
    release()
    await Promise.all(crowd)
    const { rowCount } = await t.owner.query('select from registry.sign_in_attempt where identity = $1', [user.email])
    expect(rowCount).toBe(0)
  })

  test('login accepts an empty body of any content type', async () => {
    const user = await t.as('admin')
    const url = `${loginPath}?${new URLSearchParams({ identity: user.email, password: testPassword })}`
    for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/plain'])
      expect(
        (await t.app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload: '' })).statusCode,
        type,
      ).toBe(200)
    const form = { method: 'POST', url, headers: { 'content-type': 'text/plain' }, payload: 'x=1' } as const
    expect((await t.app.inject(form)).json()).toMatchObject({ code: 'request.unsupported' })
  })

  test('audits accepted and refused logins without the password', async () => {
    const user = await t.as('admin')
    await sendPost(loginPath, { identity: user.email, password: 'not this one' })
    const { rows } = await t.owner.query(
      'select action, identity from registry.audit_event where user_id = $1 order by id',
      [user.userId],
    )
    expect(rows.map(({ action }) => action)).toEqual(['signIn', 'signIn.refused'])
    expect(JSON.stringify(rows)).not.toContain('not this one')
    // A password that was typed as the name is kept nowhere.
    await sendPost(loginPath, { identity: 'correct horse battery', password: 'x' })
    const { rows: kept } = await t.owner.query(
      `select coalesce(string_agg(a::text, ' '), '') as all from
         (select identity from registry.audit_event union all select identity from registry.sign_in_attempt) a`,
    )
    expect(kept[0].all).toContain('c***')
    expect(kept[0].all).not.toContain('horse')
  })
})

describe('session tokens', () => {
  test('a session shows user, prefix and permissions', async () => {
    const manager = await t.make.employee()
    const me = await t.as('manager', manager.cvl)
    const session = await me.call(getSession, {})
    expect(session).toMatchObject({ role: 'manager', cvl: manager.cvl, prefix: 'dino', locale: 'es-ES' })
    expect(session.permissions).toContainEqual({ module: 'bt_Clientes', actions: ['view', 'create', 'edit', 'export'] })
  })

  test('answers 403 to a role without permission and 401 without a token', async () => {
    const attempt = (await t.as('hr')).call(listClients.page, {})
    await expect(attempt).rejects.toMatchObject({ status: 403, code: 'permission.missing' })
    await expect(t.nobody.call(listClients.page, {})).rejects.toMatchObject({ status: 401, code: 'session.missing' })
  })
})

test('every answer denies unused browser features and framing', async () => {
  for (const url of ['/api/v1/session', '/livez', '/no-such-page', '/docs/']) {
    const { headers } = await t.app.inject(url)
    expect([url, headers['permissions-policy'], headers['x-frame-options']]).toEqual([
      ...[url, expect.stringContaining('camera=()'), 'DENY'],
    ])
  }
})

test('refuses a page number in any form but digits, naming the field', async () => {
  const me = await t.as('manager')
  const headers = { authorization: `JWT ${me.token}` }
  for (const query of ['page=1e3', 'page=0x10', 'page=%201', 'pageSize=5.0', 'knownTotal=', 'page=1e3&page=1']) {
    const refused = await t.app.inject({ url: `/api/v1/clients?${query}`, headers })
    expect([query, refused.statusCode, Object.keys(refused.json().fields)]).toEqual([query, 400, [query.split('=')[0]]])
  }
  expect((await t.app.inject({ url: '/api/v1/clients?page=2&pageSize=5&knownTotal=0', headers })).statusCode).toBe(200)
})

test('serves the OpenAPI document compressed and answers 304 to a known ETag', async () => {
  const packed = await t.app.inject({ url: '/api/openapi.json', headers: { 'accept-encoding': 'gzip' } })
  expect(packed.headers['content-encoding']).toBe('gzip')
  const document = gunzipSync(packed.rawPayload).toString()
  for (const url of ['/api/openapi.json', '/docs/json']) expect((await t.app.inject(url)).body).toBe(document)
  const etag = String(packed.headers.etag)
  const again = await t.app.inject({ url: '/api/openapi.json', headers: { 'if-none-match': etag } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  expect((await t.app.inject('/docs/yaml')).body).toContain('openapi: 3.1.0')
})

test('serves health, metrics and documents, and answers unknown calls in JSON', async () => {
  expect((await t.app.inject('/livez')).json()).toEqual({ alive: true })
  expect((await t.app.inject('/readyz')).json()).toEqual({ ready: true })
  expect((await t.app.inject('/metrics')).body).toContain('http_request_duration_seconds_bucket')
  expect((await t.app.inject('/api/openapi.json')).json()).toMatchObject({
    openapi: '3.1.0',
    paths: { '/api/v1/clients': {} },
  })
  const docs = await t.app.inject('/docs/')
  expect([docs.statusCode, docs.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  const unknown = await t.app.inject('/api/v1/no-such-call')
  expect([unknown.statusCode, unknown.json().code]).toEqual([404, 'notFound'])
  const broken = await t.app.inject({
    method: 'POST',
    url: loginPath,
    headers: { 'content-type': 'application/json' },
    payload: '{',
  })
  expect([broken.statusCode, broken.json().code]).toEqual([400, 'request.malformed'])
  const noAddress = await t.app.inject('/api/a%ff')
  expect([noAddress.statusCode, noAddress.json().code, noAddress.headers['cache-control']]).toEqual([
    400,
    'request.malformed',
    'no-store',
  ])
  expect((await t.app.inject({ method: 'HEAD', url: '/api/v1/clients/export' })).statusCode).toBe(405)
})
