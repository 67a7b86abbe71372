import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#server/core/config.ts'
import { openTenants, type TenantDatabases } from '#server/core/tenancy.ts'
import { buildDatabaseUrl } from '#test/harness/database.ts'
import { createTestTenant, testPassword } from '#test/harness/tenant.ts'

let t: Awaited<ReturnType<typeof createTestTenant>>
let unreachableTenants: TenantDatabases
let tenantsWithoutTables: TenantDatabases
beforeAll(async () => {
  t = await createTestTenant('dino', Date.now)
  // Nothing listens there, and no table is there: what is asked of them fails, and is logged.
  unreachableTenants = openTenants({ ownerUrl: 'postgres://owner@127.0.0.1:1/none', secret: t.secret })
  tenantsWithoutTables = openTenants({ ownerUrl: buildDatabaseUrl(t.serverUrl, 'template1'), secret: t.secret })
})
afterAll(async () => {
  await unreachableTenants.close()
  await tenantsWithoutTables.close()
  await t.drop()
})

const loginPath = '/ApiRest/api/auth/login'
const buildLoginUrl = (identity: string, password: string) =>
  `${loginPath}?${new URLSearchParams({ identity, password })}`

describe.each(['info', 'debug'] as const)('the log at level %s', (logLevel) => {
  test('logs no password, token or e-mail, however sent and whatever failed', async () => {
    const me = await t.as('manager')
    const lines: string[] = []
    const logStream = { write: (line: string) => lines.push(line) }
    const parts = { config: { ...readConfig({}), logLevel }, logStream }
    const app = await t.start(parts)
    const unreached = await t.start({ ...parts, tenants: unreachableTenants })
    const broken = await t.start({ ...parts, tenants: tenantsWithoutTables })
    const payload = { identity: me.email, password: testPassword }
    const statuses: number[] = []
    for (const at of [app, unreached, broken]) {
      for (const url of [
        buildLoginUrl(me.email, testPassword),
        buildLoginUrl(me.email, 'a wrong secret'),
        buildLoginUrl('\0', 'a wrong secret'),
      ])
        statuses.push((await at.inject({ method: 'POST', url })).statusCode)
      statuses.push((await at.inject({ method: 'POST', url: loginPath, payload })).statusCode)
      const headers = { authorization: `JWT ${me.token}` }
      for (const url of ['/api/v1/session', `/api/v1/session?token=${me.token}`, `/api/v1/${me.email}`])
        statuses.push((await at.inject({ url, headers })).statusCode)
      const unlocking = {
        method: 'POST',
        url: '/api/v1/session/unlock',
        headers,
        payload: { password: testPassword },
      } as const
      statuses.push((await at.inject(unlocking)).statusCode)
    }
    await app.close()
    await unreached.close()
    await broken.close()
    expect(statuses).toEqual([
      ...[200, 401, 400, 200, 200, 200, 404, 200],
      ...[503, 503, 503, 503, 503, 503, 404, 503],
      ...[500, 500, 500, 500, 500, 500, 404, 500],
    ])
    const all = lines.join('')
    expect(all).toContain('the database is away')
    expect(all).toContain('request failed')
    for (const secret of [testPassword, 'a wrong secret', me.token ?? '', me.email, me.username])
      for (const form of [secret, encodeURIComponent(secret), String(new URLSearchParams({ secret })).slice(7)])
        expect(all).not.toContain(form)
  })
})
