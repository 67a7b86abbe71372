import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestTenant } from '#test/harness/tenant.ts'
import { verifyNightly } from './verify-nightly.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
let t: Tenant
let administratorIds: string[]

beforeAll(async () => {
  t = await createTestTenant('dino')
  const account = await t.make.account()
  await t.make.movement(account.id, '1000.00')
  const notifiedCallers = [await t.as('admin'), await t.as('direction')]
  await t.as('manager')
  administratorIds = notifiedCallers.map(({ userId }) => userId).sort()
})
afterAll(() => t.drop())

/** Three in the morning in Madrid. */
const getNightMs = (day: number) => Date.parse(`2026-06-${day}T01:00:00Z`)
const runVerification = (day: number, now = getNightMs(day)) =>
  verifyNightly({ tenant: t.tenants.of('dino'), prefix: 'dino', day: `2026-06-${day}`, now: () => now })
const findDifferenceNotifications = async () => {
  const { rows } = await t.owner.query<{ user_id: string; params: object }>(
    `select user_id::text, params from registry.notification where kind = 'ledger.differs' order by user_id::text`,
  )
  return rows
}
const falsifyBalance = (cents: number) =>
  t.owner.query('update dino.account_balance set interest = interest + $1', [cents / 100])
beforeEach(() => t.owner.query('delete from registry.notification'))

test('the nightly check notifies no user of correct books', async () => {
  await runVerification(15)
  expect(await findDifferenceNotifications()).toEqual([])
  const { rows } = await t.owner.query(`select value from dino.setting where key = 'ledger.verified'`)
  expect(rows).toEqual([{ value: { day: '2026-06-15', differences: 0 } }])
})

test('concurrent nightly checks notify each responsible user once a night about differences', async () => {
  await falsifyBalance(1)
  await Promise.all([runVerification(16), runVerification(16)])
  await runVerification(16)
  const once = await findDifferenceNotifications()
  expect(once.map(({ user_id }) => user_id)).toEqual(administratorIds)
  expect(once[0]!.params).toEqual({ differences: '1' })
  await runVerification(17)
  expect(await findDifferenceNotifications()).toHaveLength(4)
  await falsifyBalance(-1)
  await t.owner.query('delete from registry.notification')
  await runVerification(18)
  expect(await findDifferenceNotifications()).toEqual([])
})

test('skips the ledger check by day', async () => {
  await falsifyBalance(1)
  await runVerification(19, Date.parse('2026-06-19T10:00:00Z'))
  expect(await findDifferenceNotifications()).toEqual([])
  await falsifyBalance(-1)
})
