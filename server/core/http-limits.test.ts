import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { getOpenApiDocument } from '#server/app.ts'
import { readConfig } from '#server/core/config.ts'
import { createTestTenant, testPassword } from '#test/harness/tenant.ts'
import type { ServerLimits } from './server-limits.ts'
import { openTenants, type TenantDatabases } from './tenancy.ts'

let t: Awaited<ReturnType<typeof createTestTenant>>
const cleanupTasks: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  t = await createTestTenant('dino', Date.now)
  getOpenApiDocument()
})
afterEach(async () => {
  for (const close of cleanupTasks.splice(0).reverse()) await close()
})
afterAll(() => t.drop())

type TestServerOptions = {
  limits?: Partial<ServerLimits>
  tenants?: TenantDatabases
  environment?: Record<string, string>
  lines?: string[]
}

/** A server that listens, with limits that a test can wait for. */
const startTestServer = async ({
  limits = {},
  tenants = t.tenants,
  environment = {},
  lines = [],
}: TestServerOptions = {}) => {
  const config = readConfig({ ATALAYA_HOME: t.home, ...environment })
  const app = await t.start({
    config,
    tenants,
    limits: { checkEveryMs: 20, ...limits },
    logStream: { write: (line: string) => lines.push(line) },
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  cleanupTasks.push(() => app.close())
  const { port } = app.server.address() as AddressInfo
  return { app, port, lines, url: `http://127.0.0.1:${port}` }
}

/** A raw connection that says this much, and all that comes back until it is closed. */
const sendRawRequest = (port: number, text: string): { socket: Socket; answer: Promise<string> } => {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  let received = ''
  socket.on('data', (chunk) => {
    received += String(chunk)
  })
  if (text) socket.write(text)
  return { socket, answer: once(socket, 'close').then(() => received) }
}

/** Keeps every sign-in from ending until it is released. */
const blockSignIns = async () => {
  const holder = new Client({ connectionString: t.ownerUrl })
  await holder.connect()
  await holder.query('begin; lock table registry.sign_in_attempt in access exclusive mode')
  let released = false
  const release = async (): Promise<void> => {
    if (released) return
    released = true
    await holder.query('rollback')
    await holder.end()
  }
  cleanupTasks.push(release)
  return release
}

const postSignIn = (url: string, identity = 'nobody@test.example', headers: Record<string, string> = {}) =>
  fetch(`${url}/ApiRest/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ identity, password: testPassword }),
  })

describe('incomplete requests', () => {
  test('answers 408 and closes the connection when the head stays incomplete', async () => {
    const { port } = await startTestServer({ limits: { headersMs: 60, uploadMs: 1_000 } })
    const half = sendRawRequest(port, 'GET /livez HTTP/1.1\r\nHost: a\r\n')
    const silent = sendRawRequest(port, '')
    for (const answer of [await half.answer, await silent.answer]) {
      expect(answer).toMatch(/^HTTP\/1.1 408 /)
      expect(answer).toContain('"code":"request.timeout"')
    }
  })

  test('answers 408 and closes the connection when the body stays incomplete', async () => {
    const { port, lines } = await startTestServer({ limits: { bodyMs: 60 } })
    const head =
      'POST /ApiRest/api/auth/login HTTP/1.1\r\nHost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{'
    const answer = await sendRawRequest(port, head).answer
    expect(answer).toMatch(/^HTTP\/1.1 408 /)
    expect(answer).toContain('"code":"request.timeout"')
    expect(answer.toLowerCase()).toContain('connection: close')
    expect(lines).toEqual([])
  })

  test('logs nothing when the caller leaves before its body is complete', async () => {
    const { app, port, lines } = await startTestServer()
    const { socket } = sendRawRequest(
      port,
      'POST /ApiRest/api/auth/login HTTP/1.1\r\nHost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
    )
    await expect.poll(() => app.traffic.countOpenRequests()).toBe(1)
    socket.destroy()
    await expect.poll(() => app.traffic.countOpenRequests()).toBe(0)
    expect(lines).toEqual([])
  })

  test('refuses a request with too long headers with 431 and the usual body', async () => {
    const { url } = await startTestServer()
    const refused = await fetch(`${url}/livez`, { headers: { authorization: `JWT ${'a'.repeat(20_000)}` } })
    expect(refused.status).toBe(431)
    expect(await refused.json()).toEqual({
      code: 'request.headersTooLarge',
      message: expect.any(String),
      requestId: refused.headers.get('x-request-id'),
    })
  })
})

describe('overload limits', () => {
  test('refuses calls above the limit with 503 and Retry-After, and never probes', async () => {
    const { app, url } = await startTestServer({ limits: { calls: 2 } })
    const release = await blockSignIns()
    const held = [postSignIn(url), postSignIn(url)]
    await expect.poll(() => app.traffic.countCalls()).toBe(2)
    const refused = await postSignIn(url)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await refused.json()).toMatchObject({ code: 'server.busy' })
    expect((await fetch(`${url}/livez`)).status).toBe(200)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    await release()
    for (const one of held) expect((await one).status).toBe(401)
    expect((await postSignIn(url)).status).toBe(401)
  })

  test('refuses connections above the limit from one address with 503', async () => {
    const { port } = await startTestServer({ limits: { connections: 4 } })
    const kept = [sendRawRequest(port, ''), sendRawRequest(port, '')]
    await Promise.all(kept.map(({ socket }) => once(socket, 'connect')))
    const answer = await sendRawRequest(port, 'GET /api/v1/session HTTP/1.1\r\nHost: a\r\n\r\n').answer
    expect(answer).toMatch(/^HTTP\/1.1 503 /)
    expect(answer).toContain('"code":"server.busy"')
    for (const { socket } of kept) socket.destroy()
    await expect
      .poll(async () => (await sendRawRequest(port, 'GET /livez HTTP/1.0\r\n\r\n').answer).slice(9, 12))
      .toBe('200')
  })
})

describe('server stop', () => {
  test('a stop turns /readyz, ends live events, finishes running calls, then closes the port', async () => {
    const { app, url, port } = await startTestServer({ limits: { drainMs: 400, finishMs: 5_000, lingerMs: 50 } })
    const me = await t.as('admin')
    const live = await fetch(`${url}/api/v1/me/live`, { headers: { authorization: `JWT ${me.token}` } })
    const release = await blockSignIns()
    const underWay = postSignIn(url)
    await expect.poll(() => app.traffic.countCalls()).toBe(1)
    const stopped = app.traffic.stop(app)
    const ready = await fetch(`${url}/readyz`)
    expect([ready.status, await ready.json()]).toEqual([503, { ready: false, reason: 'draining' }])
    expect(ready.headers.get('connection')).toBe('close')
    expect(await live.text()).toContain('event: unread')
    await expect.poll(() => app.server.listening).toBe(false)
    expect(await Promise.race([stopped.then(() => 'stopped'), sleep(60).then(() => 'waits')])).toBe('waits')
    await release()
    const answer = await underWay
    expect([answer.status, answer.headers.get('connection')]).toEqual([401, 'close'])
    await stopped
    await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })

  test('a stopping server answers a request on a kept connection', async () => {
    const { app, port } = await startTestServer({ limits: { lingerMs: 2_000 } })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ask = async () => {
      const pending = request({ agent, port, host: '127.0.0.1', path: '/livez' }).end()
      const [response] = await once(pending, 'response')
      response.resume()
      await once(response, 'end')
      return response
    }
    expect((await ask()).headers.connection).toBe('keep-alive')
    const stopped = app.traffic.stop(app)
    await expect.poll(() => app.server.listening).toBe(false)
    const last = await ask()
    expect([last.statusCode, last.headers.connection]).toEqual([200, 'close'])
    await stopped
    agent.destroy()
  })

  test('stops an idle server at once and cuts calls past the limit', async () => {
    const idle = await startTestServer()
    const begin = performance.now()
    await idle.app.traffic.stop(idle.app)
    expect(performance.now() - begin).toBeLessThan(250)
    const busy = await startTestServer({ limits: { finishMs: 80 } })
    await blockSignIns()
    const cut = postSignIn(busy.url).catch(() => 'cut')
    await expect.poll(() => busy.app.traffic.countCalls()).toBe(1)
    await busy.app.traffic.stop(busy.app)
    await busy.app.close()
    expect(await cut).toBe('cut')
  })
})

describe('database failures', () => {
  test('/readyz reports a hanging database within two seconds', async () => {
    const hanging = createServer((socket) => void socket.on('error', () => undefined)).listen(0, '127.0.0.1')
    await once(hanging, 'listening')
    const { port } = hanging.address() as AddressInfo
    const tenants = openTenants({ ownerUrl: `postgres://owner@127.0.0.1:${port}/none`, secret: t.secret })
    const { url } = await startTestServer({ tenants })
    const begin = performance.now()
    const answers = await Promise.all([fetch(`${url}/readyz`), fetch(`${url}/readyz`)])
    expect(performance.now() - begin).toBeLessThan(2_000)
    for (const ready of answers)
      expect([ready.status, await ready.json()]).toEqual([503, { ready: false, reason: 'database' }])
    hanging.close()
  })

  test('an unreachable database logs one line however many calls fail', async () => {
    const tenants = openTenants({ ownerUrl: 'postgres://owner@127.0.0.1:1/none', secret: t.secret })
    const { url, lines } = await startTestServer({ tenants })
    const answers = await Promise.all(Array.from({ length: 12 }, () => postSignIn(url)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ reason: 'ECONNREFUSED', msg: expect.stringContaining('the database is away') }),
    ])
    expect(lines.join()).not.toContain('stack')
  })

  test('stops a statement over its time limit and answers database.timeout', async () => {
    const tenants = openTenants({ ownerUrl: t.ownerUrl, secret: t.secret, statementMs: 80 })
    cleanupTasks.push(tenants.close)
    const { url } = await startTestServer({ tenants })
    await blockSignIns()
    const stopped = await postSignIn(url)
    expect([stopped.status, (await stopped.json()).code]).toEqual([503, 'database.timeout'])
  })

  test('a full disk answers storage.full and makes the process unready', async () => {
    await t.owner.query(`
      create function registry.no_room() returns trigger language plpgsql as $$ begin raise 'no space left' using errcode = '53100'; end $$;
      create trigger no_room before insert on registry.sign_in_attempt for each row execute function registry.no_room()`)
    cleanupTasks.push(() => t.owner.query('drop function registry.no_room cascade'))
    const { url, lines } = await startTestServer()
    const refused = await postSignIn(url)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60'])
    expect(await refused.json()).toMatchObject({ code: 'storage.full' })
    await postSignIn(url)
    expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ ready: false, reason: 'storage' })
    expect(lines).toHaveLength(1)
  })
})

describe('/metrics', () => {
  test('/metrics counts requests by route and status class, cached for some seconds', async () => {
    const { url } = await startTestServer()
    await postSignIn(url)
    const text = await (await fetch(`${url}/metrics`)).text()
    expect(text).toContain(
      'http_request_duration_seconds_count{method="POST",route="/ApiRest/api/auth/login",status="4xx"} 1',
    )
    for (const line of [
      'atalaya_database_up 1',
      'atalaya_mails_waiting 0',
      'atalaya_audit_unsealed{chain="dino"} ',
      'atalaya_live_listeners 0',
      'atalaya_pool_connections{role="dino",state="waited_for"} 0',
      'atalaya_calls_shed_total 0',
    ])
      expect(text).toContain(`\n${line}`)
    await postSignIn(url)
    expect(await (await fetch(`${url}/metrics`)).text()).toBe(text)
  })

  test('/metrics answers 404 to callers through a proxy or another host name', async () => {
    const { url, app } = await startTestServer()
    expect((await fetch(`${url}/metrics`)).status).toBe(200)
    expect((await fetch(`${url}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.7' } })).status).toBe(404)
    expect((await app.inject({ url: '/metrics', headers: { host: 'crm.example.com' } })).statusCode).toBe(404)
    expect((await app.inject({ url: '/metrics', remoteAddress: '203.0.113.7' })).statusCode).toBe(404)
  })

  test('/metrics asks for its token when one is set, on this machine too', async () => {
    const { url } = await startTestServer({ environment: { METRICS_TOKEN: 'a token of the test' } })
    const ask = async (authorization?: string) =>
      (await fetch(`${url}/metrics`, { headers: authorization ? { authorization } : {} })).status
    expect([await ask(), await ask('Bearer another token'), await ask('Bearer a token of the test')]).toEqual([
      404, 404, 200,
    ])
  })
})

test('logs each request at level info with route, status and duration', async () => {
  const { url, lines } = await startTestServer({ environment: { LOG_LEVEL: 'info' } })
  const answer = await fetch(`${url}/api/v1/clients/12345?q=Ana`)
  await fetch(`${url}/livez`)
  await expect.poll(() => lines.filter((line) => line.includes('"msg":"request"'))).toHaveLength(1)
  const line = JSON.parse(lines.find((one) => one.includes('"msg":"request"'))!)
  expect(line).toMatchObject({ method: 'GET', route: '/api/v1/clients/:clientId', status: 401, ms: expect.any(Number) })
  expect(line.requestId).toBe(answer.headers.get('x-request-id'))
  expect(lines.join()).not.toContain('Ana')
})
