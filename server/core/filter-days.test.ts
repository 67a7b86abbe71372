import { afterAll, beforeAll, expect, test } from 'vitest'
import { listImports } from '#contract/imports.ts'
import { listStaff } from '#contract/staff.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

const clock = { now: Date.parse('2026-06-15T10:00:00Z') }
const tenants: Awaited<ReturnType<typeof createTestTenant>>[] = []

beforeAll(async () => {
  for (const prefix of ['dino', 'cfl'] as const) tenants.push(await createTestTenant(prefix, () => clock.now))
})
afterAll(() => Promise.all(tenants.map((t) => t.drop())))

test('relative days are those of the prefix on both sides of midnight', async () => {
  const [spain, mexico] = tenants
  const totals = async () => {
    const found = []
    for (const t of [spain!, mexico!]) {
      const hr = await t.as('admin')
      const query = { hiredFrom: 'today', hiredTo: 'today' }
      const { total } = await hr.call(listStaff.count, { query })
      const { rows } = await hr.call(listStaff.page, { query })
      const file = await hr.send(listStaff.exportRows, { query: { ...query, format: 'csv' } })
      expect([rows.length, file.headers['x-total-rows']]).toEqual([total, String(total)])
      found.push(total)
    }
    return found
  }
  for (const t of [spain!, mexico!]) {
    const { id } = await t.make.employee()
    await t.owner.query(`update ${t.prefix}.employee set hired_on = '2026-06-16' where id = $1`, [id])
  }
  // 23:59 in Madrid, 15:59 in Mexico City.
  clock.now = Date.parse('2026-06-15T21:59:00Z')
  expect(await totals()).toEqual([0, 0])
  clock.now = Date.parse('2026-06-15T22:01:00Z')
  expect(await totals()).toEqual([1, 0])
  clock.now = Date.parse('2026-06-16T06:01:00Z')
  expect(await totals()).toEqual([1, 1])
})

test('refuses a day that is neither a date nor a relative day', async () => {
  const admin = await tenants[0]!.as('admin')
  for (const from of ['tomorrow', '2026-02-30', 'todayPlus'])
    await expect(admin.call(listImports.page, { query: { from } })).rejects.toMatchObject({
      status: 400,
      fields: { from: 'invalid_format' },
    })
})
