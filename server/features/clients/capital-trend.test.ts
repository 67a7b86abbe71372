import { afterAll, beforeAll, expect, test } from 'vitest'
import { getClientCapitalTrend } from '#contract/clients/capital-trend.ts'
import { getClient } from '#contract/clients/client.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
let t: Tenant
let admin: Awaited<ReturnType<Tenant['as']>>
beforeAll(async () => {
  t = await createTestTenant('dino')
  admin = await t.as('admin')
})
afterAll(() => t.drop())

const fetchTrend = (clientId: string) => admin.call(getClientCapitalTrend, { params: { clientId } })

test('the capital trend of a client ends with the capital of its page', async () => {
  const client = await t.make.client({})
  const account = await t.make.account({ clientId: client.id })
  // Today is 2026-06-15.
  await t.make.movement(account.id, '1000.00', 'contribution', '2024-01-10')
  await t.make.movement(account.id, '12.34', 'interest', '2026-05-20')
  await t.make.movement(account.id, '500.00', 'contribution', '2026-05-31')
  await t.make.movement(account.id, '-450.00', 'withdrawal', '2026-06-15')
  const { points, change } = await fetchTrend(client.id)
  expect(points).toHaveLength(13)
  expect(points[0]).toEqual({ through: '2025-06-30', value: '1000.00' })
  expect(points.slice(-3)).toEqual([
    { through: '2026-04-30', value: '1000.00' },
    { through: '2026-05-31', value: '1500.00' },
    { through: '2026-06-15', value: '1050.00' },
  ])
  expect(change).toEqual({ from: '2026-05-31', through: '2026-06-15', amount: '-450.00', percent: '-30.0' })
  await t.make.refresh(client.id)
  const { capital } = await admin.call(getClient, { params: { clientId: client.id } })
  expect(points.at(-1)?.value).toBe(capital)
})

test('the capital trend counts a closed account until the day before it closed', async () => {
  const client = await t.make.client({})
  const account = await t.make.account({ clientId: client.id })
  const pending = await t.make.account({ clientId: client.id, status: 'pending', openedOn: null, agreedAmount: '5.00' })
  await t.make.movement(account.id, '1000.00', 'contribution', '2024-01-10')
  await t.make.movement(account.id, '40.00', 'interest', '2026-05-05')
  await t.make.movement(account.id, '-1040.00', 'cancellation', '2026-05-05')
  await t.make.movement(pending.id, '5.00', 'contribution', '2026-02-01')
  await t.owner.query(`update dino.account set status = 'canceled', closed_on = '2026-05-05' where id = $1`, [
    account.id,
  ])
  const { points, change } = await fetchTrend(client.id)
  expect(points.map(({ value }) => value)).toEqual([...Array(11).fill('1000.00'), '0.00', '0.00'])
  expect(change?.percent).toBeNull()
})
