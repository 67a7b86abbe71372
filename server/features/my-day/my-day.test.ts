import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listMaturities } from '#contract/maturities.ts'
import { dayTilesByRole, getMyDay } from '#contract/my-day.ts'
import { roles } from '#contract/permissions.ts'
import { decidePermission } from '#contract/rights.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { createProbeWorld, type ProbeWorld } from '#test/permissions/world.ts'

let t: Awaited<ReturnType<typeof createTestTenant>>
let world: ProbeWorld
beforeAll(async () => {
  t = await createTestTenant('dino')
  world = await createProbeWorld(t)
  await t.owner.query(
    `update dino.client set block_kind = 'legal', block_reason = 'Orden judicial', blocked_at = now()`,
  )
  await t.owner.query(`update dino.account set expires_on = current_date + 400 where true`)
})
afterAll(() => t.drop())

/** The tile of each role that shows the most of others' records. */
const isAllowed = (role: (typeof roles)[number], module: 'bt_MiDia') =>
  decidePermission({ role, matrix: [], rules: [] }, module, 'view').allowed

describe('the page of one’s day', () => {
  test.each(roles.filter((role) => isAllowed(role, 'bt_MiDia')))('the %s has a tile of their day', async (role) => {
    const { tiles } = await (await t.as(role)).call(getMyDay, {})
    expect(tiles.length).toBeGreaterThan(0)
    expect(dayTilesByRole[role]).toEqual(expect.arrayContaining(tiles.map(({ key }) => key)))
  })

  test('the user without a job in the firm has no page of their day', async () => {
    expect((await (await t.as('user')).send(getMyDay, {})).statusCode).toBe(403)
  })

  test('tiles show records of the scope alone, and count no others', async () => {
    const manager = await t.as('manager', world.me.cvl)
    const { tiles } = await manager.call(getMyDay, {})
    const blocked = tiles.find(({ key }) => key === 'blocked')!
    expect(blocked.total).toBe(1)
    expect(blocked.rows.map(({ id }) => id)).toEqual([world.targets.own.client.id])
    expect(blocked.rows[0]).not.toHaveProperty('reason')
  })

  test('the count of maturities is that of the list to which the tile leads', async () => {
    const direction = await t.as('direction')
    const { tiles } = await direction.call(getMyDay, {})
    const tile = tiles.find(({ key }) => key === 'maturities')!
    const list = await direction.call(listMaturities.count, { query: { within: '7' } })
    expect(tile.total).toBe(list.total)
    expect(tile.path).toBe('/crm/Vencimientos?within=7')
  })
})
