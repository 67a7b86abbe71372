import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testTenant } from '#test/harness/tenant.ts'
import { verifyNightly } from './verify-nightly.ts'

type Tenant = Awaited<ReturnType<typeof testTenant>>
let t: Tenant
let people: string[]

beforeAll(async () => {
  t = await testTenant('dino')
  const account = await t.make.account()
  await t.make.movement(account.id, '1000.00')
  const told = [await t.as('admin'), await t.as('direction')]
  await t.as('manager')
  people = told.map(({ userId }) => userId).sort()
})
afterAll(() => t.drop())

/** Three in the morning in Madrid. */
const night = (day: number) => Date.parse(`2026-06-${day}T01:00:00Z`)
const look = (day: number, now = night(day)) =>
  verifyNightly({ tenant: t.tenants.of('dino'), prefix: 'dino', day: `2026-06-${day}`, now: () => now })
const told = async () => {
  const { rows } = await t.owner.query<{ user_id: string; params: object }>(
    `select user_id::text, params from registry.notification where kind = 'ledger.differs' order by user_id::text`,
  )
  return rows
}
const wrong = (cents: number) =>
  t.owner.query('update dino.account_balance set interest = interest + $1', [cents / 100])
beforeEach(() => t.owner.query('delete from registry.notification'))

test('the nightly check notifies no user of correct books', async () => {
  await look(15)
  expect(await told()).toEqual([])
  const { rows } = await t.owner.query(`select value from dino.setting where key = 'ledger.verified'`)
  expect(rows).toEqual([{ value: { day: '2026-06-15', differences: 0 } }])
})

test('concurrent nightly checks notify each responsible user once a night about differences', async () => {
  await wrong(1)
  await Promise.all([look(16), look(16)])
  await look(16)
  const once = await told()
  expect(once.map(({ user_id }) => user_id)).toEqual(people)
  expect(once[0]!.params).toEqual({ differences: '1' })
  await look(17)
  expect(await told()).toHaveLength(4)
  await wrong(-1)
  await t.owner.query('delete from registry.notification')
  await look(18)
  expect(await told()).toEqual([])
})

test('skips the ledger check by day', async () => {
  await wrong(1)
  await look(19, Date.parse('2026-06-19T10:00:00Z'))
  expect(await told()).toEqual([])
  await wrong(-1)
})
