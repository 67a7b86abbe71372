import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listFigureRows } from '#contract/figures.ts'
import { getGoal, setGoal } from '#contract/goals.ts'
import { exportIncome, getIncome } from '#contract/income-dashboard.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>

/** Today is Monday 2026-06-15. */
let t: Tenant
const staff = {} as Record<'head' | 'superior' | 'manager' | 'second', { id: string; cvl: string }>
const callers = {} as Record<'direction' | 'superior' | 'manager', Caller>

beforeAll(async () => {
  t = await createTestTenant('dino')
  const { make } = t
  staff.head = await make.employee({ position: 'direction' })
  staff.superior = await make.employee({ position: 'supervisor', supervisorId: staff.head.id })
  staff.manager = await make.employee({ supervisorId: staff.superior.id })
  staff.second = await make.employee({ supervisorId: staff.head.id })
  const one = await make.client({ staff: { manager: staff.manager.id } })
  const two = await make.client({ staff: { manager: staff.second.id } })
  const account = await make.account({ clientId: one.id, openedOn: '2025-01-01' })
  const other = await make.account({ clientId: two.id, openedOn: '2025-01-01' })
  await make.movement(account.id, '1000.00', 'contribution', '2025-06-10')
  await make.movement(account.id, '300.00', 'contribution', '2025-06-20')
  await make.movement(account.id, '2000.00', 'contribution', '2026-03-10')
  await make.movement(account.id, '-200.00', 'withdrawal', '2026-06-11')
  await make.movement(account.id, '50.00', 'contribution', '2026-06-12')
  await make.movement(other.id, '4000.00', 'contribution', '2026-03-02')
  callers.direction = await t.as('direction', staff.head.cvl)
  callers.superior = await t.as('supervisor', staff.superior.cvl)
  callers.manager = await t.as('manager', staff.manager.cvl)
  await callers.direction.call(setGoal, {
    params: { employeeId: staff.manager.id },
    body: { year: 2026, kind: 'individual', version: 0, months: null, amount: '2400.00' },
  })
})
afterAll(() => t?.drop())

const scopes: [string, () => Caller, string][] = [
  ['all', () => callers.direction, '5800.00'],
  ['a team', () => callers.superior, '1800.00'],
  ['a manager', () => callers.manager, '1800.00'],
]

describe.each(scopes)('income in the scope of %s', (_, who, expected) => {
  test('adds the months of captation and of contributions up to the rows', async () => {
    const income = await who().call(getIncome, { query: {} })
    // The 50 came the day after a payout: they are not new.
    expect(income.achieved).toBe(expected)
    const achieved = income.months.reduce((sum, month) => sum + Number(month.achieved ?? 0), 0)
    expect(achieved.toFixed(2)).toBe(expected)
    const { totals } = await who().call(listFigureRows.count, {
      params: { figure: 'flows' },
      query: { range: 'custom', from: '2026-01-01', to: '2026-06-15', part: 'contribution' },
    })
    expect(income.months.reduce((sum, month) => sum + Number(month.in ?? 0), 0).toFixed(2)).toBe(totals.amount)
  })

  test('compares with the same days of the year before, and shows its whole months', async () => {
    const { lastYearToDate, months } = await who().call(getIncome, { query: {} })
    expect(lastYearToDate).toBe('1000.00')
    expect(months[5]).toMatchObject({ lastYear: '1300.00', through: '2026-06-15' })
    expect(months[6]).toMatchObject({ achieved: null, in: null, through: '2026-07-01' })
    expect(Number(months[6]?.projected)).toBeGreaterThan(0)
  })
})

test('holds the year against the goal as the page of the goal does', async () => {
  const income = await callers.manager.call(getIncome, { query: {} })
  const goal = await callers.manager.call(getGoal, { params: { employeeId: staff.manager.id }, query: {} })
  expect(income.goal).toEqual({ amount: goal.amount, toDate: goal.toDate, achievement: goal.achievement })
  expect(income.projection).toEqual(goal.projection)
  expect(income.months.map((month) => month.goal)).toEqual(goal.months.map((month) => month.goal))
})

test('gives twelve months as a file, and nothing of people out of reach', async () => {
  const file = await callers.manager.send(exportIncome, { query: { format: 'csv' } })
  expect(file.body.trim().split('\r\n')).toHaveLength(13)
  await expect(callers.superior.call(getIncome, { query: { of: staff.second.id } })).rejects.toThrow('404')
})
