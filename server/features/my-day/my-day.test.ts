import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enterStaffView } from '#contract/auth/staff-view.ts'
import { listMaturities } from '#contract/maturities.ts'
import { dayTilesByRole, getMyDay } from '#contract/my-day.ts'
import { roles } from '#contract/permissions.ts'
import { decidePermission } from '#contract/rights.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import {
  allScopes,
  createProbeWorld,
  includesPlace,
  type ProbeWorld,
  setRoleScope,
  targetPlaces,
} from '#test/permissions/world.ts'

let t: Awaited<ReturnType<typeof createTestTenant>>
let world: ProbeWorld
beforeAll(async () => {
  t = await createTestTenant('dino')
  world = await createProbeWorld(t)
  await t.owner.query(
    `update dino.client set block_kind = 'legal', block_reason = 'Orden judicial', blocked_at = '2026-06-10T22:30:00Z'
      where id = any($1::bigint[])`,
    [Object.values(world.targets).map(({ client }) => client.id)],
  )
  await t.owner.query(`update dino.account set expires_on = '2026-06-18' where true`)
})
afterAll(() => t.drop())

const signInAsMe = async (role: (typeof roles)[number]) => {
  await t.owner.query('update registry.membership set cvl = null where cvl = $1', [world.me.cvl])
  return t.as(role, world.me.cvl)
}

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
    const manager = await signInAsMe('manager')
    const { tiles } = await manager.call(getMyDay, {})
    const blocked = tiles.find(({ key }) => key === 'blocked')!
    expect(blocked.total).toBe(1)
    expect(blocked.rows.map(({ id }) => id)).toEqual([world.targets.own.client.id])
    expect(blocked.rows[0]).not.toHaveProperty('reason')
  })

  test('a day of a tile is the firm’s, late in its evening too', async () => {
    const manager = await signInAsMe('manager')
    const { tiles } = await manager.call(getMyDay, {})
    expect(tiles.find(({ key }) => key === 'blocked')!.rows[0]!.date).toBe('2026-06-11')
  })

  test('another’s day has no record that either of both may not see', async () => {
    const head = await t.make.employee({ position: 'supervisor' })
    const supervisor = await t.as('supervisor', head.cvl)
    await t.owner.query('update dino.employee set supervisor_id = $2 where cvl = $1', [world.me.cvl, head.id])
    await supervisor.call(enterStaffView, { body: { cvl: world.me.cvl } })
    const { tiles } = await supervisor.call(getMyDay, {})
    for (const { key, rows } of tiles)
      expect({ key, titles: rows.map(({ title }) => title).filter((title) => /zone|other/.test(title)) }).toEqual({
        key,
        titles: [],
      })
  })

  test.each(allScopes)('tiles of the scope %s count and sum the records of its places alone', async (scope) => {
    await setRoleScope(t, 'manager', 'bt_Clientes', ['view'], scope)
    await setRoleScope(t, 'manager', 'bt_Vencimientos', ['view'], scope)
    const manager = await signInAsMe('manager')
    const { tiles } = await manager.call(getMyDay, {})
    const seen = targetPlaces.filter((place) => includesPlace(scope, place))
    const blocked = tiles.find(({ key }) => key === 'blocked')!
    expect([blocked.total, blocked.rows.map(({ id }) => id).sort()]).toEqual([
      seen.length,
      seen.map((place) => world.targets[place].client.id).sort(),
    ])
    const { total, totals } = await manager.call(listMaturities.count, { query: { within: '7' } })
    const maturities = tiles.find(({ key }) => key === 'maturities')!
    expect(maturities).toMatchObject({ total, amount: totals.balance })
    expect([total, maturities.rows.length]).toEqual([seen.length, seen.length])
    await t.owner.query(`delete from dino.role_grant where role = 'manager'`)
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
