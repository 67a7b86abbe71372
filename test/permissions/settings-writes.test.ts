import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EndpointSpec } from '#contract/core/endpoint.ts'
import { allRoutes, allTasks } from '#server/app.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { permissions } from './all-permissions.ts'
import type { SettingsWrite } from './feature-permissions.ts'
import { attributionRuleId } from './settings-samples.ts'

type GuardedWrite = Exclude<SettingsWrite, string>

const settingsWrites = permissions.flatMap((one) => Object.entries(one.settingsWrites ?? {}))
/** Settings that decide about money or rights: each by its guarded task, with what asks for a change of it. */
const guardedWrites: Record<string, GuardedWrite> = Object.fromEntries(
  settingsWrites.flatMap(([name, write]) => (typeof write === 'string' ? [] : [[name, write] as const])),
)

const settingsWriteEndpoints = allRoutes
  .map(({ endpoint }) => endpoint as EndpointSpec)
  .filter(({ method, module }) => method !== 'GET' && (module === 'bt_Ajustes' || module === 'bt_ModulosPermisos'))
const formatEndpointName = ({ method, path }: EndpointSpec) => `${method} ${path}`

test('names every write of settings and rights once, as guarded or harmless', () => {
  expect(settingsWrites.map(([name]) => name).sort()).toEqual(settingsWriteEndpoints.map(formatEndpointName).sort())
})

test('guards the task of every setting that decides about money or rights', () => {
  for (const [name, { task }] of Object.entries(guardedWrites))
    expect(
      allTasks.find((one) => one.name === task),
      name,
    ).toMatchObject({ guarded: true, secondFactor: true })
})

describe('an administrator alone', () => {
  let t: Awaited<ReturnType<typeof createTestTenant>>
  let admin: Awaited<ReturnType<typeof t.as>>
  beforeAll(async () => {
    t = await createTestTenant('cfl')
    admin = await t.as('admin')
    await t.as('direction')
    await t.owner.query(`insert into cfl.bonus_limit (role, valid_from, points) values ('partner', '2026-12-01', 1)`)
    await t.owner.query(
      `insert into cfl.withholding_rate (payer, payee, region, valid_from, rate, basis, source)
       values ('any', 'any', 'any', '2026-12-01', 1, 'interest', 'Ley')`,
    )
    await t.owner.query(
      `insert into cfl.attribution_rule (id, channel, valid_from, manager, partner, advisor, banker)
       overriding system value values ($1, 'partner', '2026-12-01', 50, 50, 0, 0)`,
      [attributionRuleId],
    )
    await t.owner.query(`insert into cfl.setting (key, value) values ('notices.on', '["maturity"]')`)
    await t.owner.query(`update registry.tenant set second_factor_roles = '{hr}' where prefix = 'cfl'`)
  })
  afterAll(() => t.drop())

  /** All that the settings are, and how many changes wait. */
  const state = async () => {
    const { rows } = await t.owner.query(
      `select (select count(*)::int from cfl.approval where state = 'pending') as waiting,
        (select md5(json_build_array((select json_agg(s order by key) from cfl.setting s), (select json_agg(b order by role, valid_from) from cfl.bonus_limit b),
           (select json_agg(w order by role, valid_from) from cfl.withdrawal_limit w), (select json_agg(c order by role, valid_from) from cfl.contribution_limit c),
           (select json_agg(r) from cfl.withholding_rate r), (select json_agg(u order by id) from cfl.attribution_rule u), (select json_agg(p) from cfl.payment_rate p),
           (select second_factor_roles from registry.tenant where prefix = 'cfl'))::text)) as settings`,
    )
    return rows[0] as { waiting: number; settings: string }
  }

  const requests = settingsWriteEndpoints.flatMap((endpoint) => {
    const request = guardedWrites[formatEndpointName(endpoint)]?.request
    return request ? [[formatEndpointName(endpoint), endpoint, request] as const] : []
  })
  test.each(requests)('an administrator alone changes nothing by %s', async (_, endpoint, request) => {
    const before = await state()
    const response = await admin.send(endpoint, request)
    expect([response.statusCode, response.body.slice(0, 200)]).toEqual([200, expect.any(String)])
    expect(await state()).toEqual({ waiting: before.waiting + 1, settings: before.settings })
  })
})
