import { afterAll, beforeAll, expect, test } from 'vitest'
import { getPositionModels, listActivityModels, setPositionModel } from '#contract/activity-models.ts'
import { setGoal } from '#contract/goals.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>

/** Today is 2026-06-15: half of a June of thirty days. */
let t: Tenant
const staff = {} as Record<'head' | 'manager' | 'second', { id: string; cvl: string }>
const callers = {} as Record<'direction' | 'manager', Caller>
const activities = { calls: 4, newContacts: 0, r1: 2, r2: 1, r3: 0, r4: 0, converted: 0 }

beforeAll(async () => {
  t = await createTestTenant('dino')
  const { make, owner } = t
  staff.head = await make.employee({ position: 'direction' })
  staff.manager = await make.employee({ supervisorId: staff.head.id })
  staff.second = await make.employee({ supervisorId: staff.head.id })
  const client = await make.client({ staff: { manager: staff.manager.id } })
  const account = await make.account({ clientId: client.id })
  await make.movement(account.id, '600.00', 'contribution', '2026-06-10')
  await make.movement(account.id, '100.00', 'contribution', '2026-05-10')
  await owner.query(
    `insert into dino.call (employee_id, client_id, called_on, duration_seconds, reason, outcome)
     select $1, $2, day, 60, 'follow_up', 'reached' from unnest(array['2026-06-01', '2026-06-15', '2026-05-31']::date[]) day`,
    [staff.manager.id, client.id],
  )
  callers.direction = await t.as('direction', staff.head.cvl)
  callers.manager = await t.as('manager', staff.manager.cvl)
})
afterAll(() => t?.drop())

const set = (caller: Caller, version: number, given: typeof activities | null = activities) =>
  caller.call(setPositionModel, { params: { position: 'manager' }, body: { version, activities: given } })

const fetchRow = async (caller: Caller, id: string, period?: string) =>
  (await caller.call(listActivityModels.page, { query: { ...(period && { period }) } })).rows.find(
    (row) => row.id === id,
  )

test('shows what somebody did beside half of what a month asks for', async () => {
  expect(await set(callers.direction, 0)).toEqual({ position: 'manager', version: 1, activities })
  await callers.direction.call(setGoal, {
    params: { employeeId: staff.manager.id },
    body: { year: 2026, kind: 'individual', version: 0, amount: '12000.00', months: null },
  })
  expect(await fetchRow(callers.manager, staff.manager.id)).toMatchObject({
    calls: 2,
    callsModel: 2,
    r1: 0,
    r1Model: 1,
    // Half of one is one.
    r2Model: 1,
    newContacts: 0,
    newContactsModel: 0,
    // All of the calls and none of the reviews.
    fulfilment: '33.3',
    achieved: '600.00',
    goal: '500.00',
    achievement: '120.0',
  })
  expect(await fetchRow(callers.manager, staff.manager.id, '2026-05')).toMatchObject({
    calls: 1,
    callsModel: 4,
    fulfilment: '8.3',
    achieved: '100.00',
    goal: '1000.00',
  })
  expect(await fetchRow(callers.manager, staff.manager.id, '2026')).toMatchObject({
    calls: 3,
    callsModel: 22,
    achieved: '700.00',
    goal: '5500.00',
  })
})

test('adds up what it lists, of the people in reach alone', async () => {
  const { rows } = await callers.direction.call(listActivityModels.page, { query: { pageSize: '200' } })
  const { total, totals } = await callers.direction.call(listActivityModels.count, { query: {} })
  expect(total).toBe(rows.length)
  for (const key of ['calls', 'callsModel', 'r1Model'] as const)
    expect(totals[key]).toBe(rows.reduce((sum, row) => sum + (row[key] ?? 0), 0))
  expect(rows.map(({ id }) => id)).toContain(staff.second.id)
  const own = await callers.manager.call(listActivityModels.page, { query: {} })
  expect(own.rows.map(({ id }) => id)).toEqual([staff.manager.id])
})

test('sets a model on the version that was seen, and takes it away', async () => {
  await expect(set(callers.direction, 0)).rejects.toThrow('conflict.changed')
  await expect(set(callers.manager, 1)).rejects.toThrow('403')
  expect(await set(callers.direction, 1, null)).toEqual({ position: 'manager', version: 0, activities: null })
  const { positions } = await callers.manager.call(getPositionModels, {})
  expect(positions.find(({ position }) => position === 'manager')).toMatchObject({ version: 0, activities: null })
  expect(await fetchRow(callers.direction, staff.second.id)).toBeUndefined()
  expect(await fetchRow(callers.direction, staff.manager.id)).toMatchObject({ callsModel: null, fulfilment: null })
})
