import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { GoalState } from '#contract/goals/kinds.ts'
import { copyGoals, getGoal, getGoalRules, listGoals, removeGoal, setGoal, setGoalRules } from '#contract/goals.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>

/** Today is Monday 2026-06-15. */
let t: Tenant
const staff = {} as Record<'head' | 'superior' | 'manager' | 'second', { id: string; cvl: string }>
const callers = {} as Record<'admin' | 'direction' | 'superior' | 'manager', Caller>

const evenMonths = (month: string): string[] => Array.from({ length: 12 }, () => month)

beforeAll(async () => {
  t = await createTestTenant('dino')
  const { make, owner } = t
  staff.head = await make.employee({ position: 'direction' })
  staff.superior = await make.employee({ position: 'supervisor', supervisorId: staff.head.id })
  staff.manager = await make.employee({ supervisorId: staff.superior.id })
  staff.second = await make.employee({ supervisorId: staff.head.id })
  const one = await make.client({ staff: { manager: staff.manager.id } })
  const two = await make.client({ staff: { manager: staff.second.id } })
  const account = await make.account({ clientId: one.id, expiresOn: '2026-10-01' })
  const other = await make.account({ clientId: two.id })
  const ended = await make.account({ clientId: one.id, openedOn: '2025-01-01', status: 'expired' })
  await make.movement(account.id, '1000.00', 'contribution', '2026-03-10')
  await make.movement(account.id, '500.00', 'contribution', '2026-06-10')
  await make.movement(account.id, '-200.00', 'withdrawal', '2026-06-11')
  await make.movement(other.id, '4000.00', 'contribution', '2026-03-02')
  await make.movement(ended.id, '800.00', 'contribution', '2025-01-01')
  await make.movement(ended.id, '-600.00', 'transfer', '2026-01-15')
  await make.movement(ended.id, '-200.00', 'maturity', '2026-01-15')
  await owner.query(`update dino.account set closed_on = '2026-01-15' where id = $1`, [ended.id])
  await owner.query(
    `insert into dino.contact (name, country, employee_id, stage, lost_reason, amount) values
      ('Uno', 'ES', $1, 'r1', null, 1000), ('Dos', 'ES', $1, 'r4', null, 200), ('Tres', 'ES', $1, 'lost', 'other', 9000),
      ('Cuatro', 'ES', $2, 'r1', null, 70)`,
    [staff.manager.id, staff.second.id],
  )
  callers.admin = await t.as('admin', (await make.employee()).cvl)
  callers.direction = await t.as('direction', staff.head.cvl)
  callers.superior = await t.as('supervisor', staff.superior.cvl)
  callers.manager = await t.as('manager', staff.manager.cvl)
})
afterAll(() => t?.drop())

const fetchGoal = (caller: Caller, employeeId: string, query: Record<string, string> = {}) =>
  caller.call(getGoal, { params: { employeeId }, query })

type Set = { year?: number; kind?: 'individual' | 'team'; version?: number; months?: string[] | null }
const set = (caller: Caller, employeeId: string, amount: string, given: Set = {}) =>
  caller.call(setGoal, {
    params: { employeeId },
    body: { year: 2026, kind: 'individual', version: 0, months: null, amount, ...given },
  })

const fetchRow = async (caller: Caller, id: string, query: Record<string, string> = {}) =>
  (await caller.call(listGoals.page, { query: { pageSize: '200', ...query } })).rows.find((row) => row.id === id)

describe('standing', () => {
  test('measures a goal to date, at its pace, and by what it lacks', async () => {
    await set(callers.superior, staff.manager.id, '2400.00')
    const goal = await fetchGoal(callers.manager, staff.manager.id)
    expect(goal).toMatchObject({
      source: 'set',
      version: 1,
      isEditable: false,
      hasTeam: false,
      measure: 'net',
      through: '2026-06-15',
      amount: '2400.00',
      // Five months of 200 and 15 of 30 days of June.
      toDate: '1100.00',
      achieved: '1300.00',
      achievement: '118.2',
      achievedOfYear: '54.2',
      runRate: '2836.36',
      missing: '1100.00',
    })
    expect(goal.months.map(({ goal: of }) => of)).toEqual(evenMonths('200.00'))
    expect(goal.months[5]).toEqual({
      month: '2026-06-01',
      goal: '200.00',
      gross: '500.00',
      out: '-200.00',
      achieved: '300.00',
    })
    const pace = Number(goal.missing) / goal.businessDaysLeft
    expect(Number(goal.requiredPace)).toBeGreaterThanOrEqual(pace)
    expect(Number(goal.requiredPace) - pace).toBeLessThan(0.01)
    expect(goal.years).toEqual([{ year: 2025, amount: null, achieved: '800.00', achievement: null }])
    expect(await fetchRow(callers.superior, staff.manager.id)).toMatchObject({
      amount: '2400.00',
      toDate: '1100.00',
      achieved: '1300.00',
      achievement: '118.2',
      runRate: '2836.36',
      missing: '1100.00',
    })
  })

  test('projects a year in parts: achieved, contacts by stage, maturities by retention', async () => {
    const { projection } = await fetchGoal(callers.superior, staff.manager.id)
    expect(projection).toMatchObject({
      // 1,000 at 25 % and 200 at 90 %.
      pipeline: '430.00',
      maturing: '1300.00',
      retention: '75.0',
      retained: '975.00',
      total: '2705.00',
    })
    expect(projection?.stages).toContainEqual({
      stage: 'r1',
      count: 1,
      amount: '1000.00',
      probability: 25,
      expected: '250.00',
    })
    expect((await fetchGoal(callers.superior, staff.manager.id, { year: '2025' })).projection).toBeNull()
  })

  test('adds up the goals of a team until one is set for it', async () => {
    await set(callers.direction, staff.second.id, '1200.00', { months: ['1200.00', ...evenMonths('0.00').slice(1)] })
    const sum = await fetchGoal(callers.direction, staff.head.id, { kind: 'team' })
    expect(sum).toMatchObject({ source: 'sum', version: 0, amount: '3600.00', achieved: '5300.00', hasTeam: true })
    expect(sum.months.slice(0, 2).map(({ goal }) => goal)).toEqual(['1400.00', '200.00'])
    expect(await fetchRow(callers.direction, staff.head.id)).toMatchObject({ amount: null, teamAmount: '3600.00' })
    await set(callers.direction, staff.head.id, '6000.00', { kind: 'team' })
    const own = await fetchGoal(callers.direction, staff.head.id, { kind: 'team' })
    expect(own).toMatchObject({ source: 'set', version: 1, amount: '6000.00' })
    expect(await fetchRow(callers.direction, staff.head.id)).toMatchObject({ teamAmount: '6000.00' })
    await callers.direction.call(removeGoal, {
      params: { employeeId: staff.head.id },
      query: { year: '2026', kind: 'team', version: '1' },
    })
    expect(await fetchGoal(callers.direction, staff.head.id, { kind: 'team' })).toMatchObject({ source: 'sum' })
  })

  test('counts gross captation where the firm measures goals so', async () => {
    const rules = await callers.admin.call(getGoalRules, {})
    expect(rules).toMatchObject({ measure: 'net', version: 1 })
    const changed = await callers.admin.call(setGoalRules, { body: { ...rules, measure: 'gross' } })
    expect(await fetchGoal(callers.manager, staff.manager.id)).toMatchObject({ measure: 'gross', achieved: '1500.00' })
    await expect(callers.admin.call(setGoalRules, { body: rules })).rejects.toThrow('conflict.changed')
    await callers.admin.call(setGoalRules, { body: { ...changed, measure: 'net' } })
  })
})

describe('setting goals', () => {
  test('refuses months that do not add up, and changes nothing', async () => {
    const refused = set(callers.direction, staff.superior.id, '1200.00', { months: evenMonths('99.99') })
    await expect(refused).rejects.toMatchObject({ status: 400, fields: { months: 'sum' } })
    expect(await fetchGoal(callers.direction, staff.superior.id)).toMatchObject({ source: 'none', version: 0 })
  })

  test('refuses the second of two goals set at once', async () => {
    const both = await Promise.allSettled([
      set(callers.direction, staff.superior.id, '500.00', { year: 2027 }),
      set(callers.direction, staff.superior.id, '600.00', { year: 2027 }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'conflict.changed' } })
  })

  test('refuses one’s own goal, and those of people out of reach', async () => {
    await expect(set(callers.superior, staff.superior.id, '10.00')).rejects.toThrow('goal.own')
    await expect(set(callers.superior, staff.second.id, '10.00')).rejects.toThrow('404')
    await expect(set(callers.manager, staff.manager.id, '10.00', { version: 1 })).rejects.toThrow('403')
    await expect(fetchGoal(callers.manager, staff.second.id)).rejects.toThrow('404')
    expect(await fetchRow(callers.superior, staff.second.id)).toBeUndefined()
  })

  test('gives what was removed, to be set again', async () => {
    const key = {
      params: { employeeId: staff.second.id },
      query: { year: '2026', kind: 'individual', version: '1' },
    } as const
    const removed = await callers.direction.call(removeGoal, key)
    expect(removed).toEqual({ amount: '1200.00', months: ['1200.00', ...evenMonths('0.00').slice(1)] })
    await expect(callers.direction.call(removeGoal, key)).rejects.toThrow('conflict.changed')
    await set(callers.direction, staff.second.id, removed.amount, { months: removed.months })
    expect(await fetchGoal(callers.direction, staff.second.id)).toMatchObject({ amount: '1200.00' })
  })

  test('copies goals of the year before with growth, where none is there', async () => {
    expect(await callers.superior.call(copyGoals, { body: { year: 2027, growth: '10.0' } })).toEqual({
      created: 1,
      kept: 0,
    })
    expect(await fetchGoal(callers.manager, staff.manager.id, { year: '2027' })).toMatchObject({
      amount: '2640.00',
      toDate: '0.00',
      achieved: '0.00',
      runRate: null,
    })
    expect(await callers.direction.call(copyGoals, { body: { year: 2027, growth: '-50.0' } })).toEqual({
      created: 1,
      kept: 1,
    })
    const { months } = await fetchGoal(callers.direction, staff.second.id, { year: '2027' })
    expect(months.slice(0, 2).map(({ goal }) => goal)).toEqual(['600.00', '0.00'])
    const shrunk = callers.direction.call(copyGoals, { body: { year: 2028, growth: '-95.0' } })
    await expect(shrunk).rejects.toMatchObject({ fields: { growth: 'too_small' } })
  })

  test('copies no goal of whoever copies, unless they see the whole firm', async () => {
    await set(callers.direction, staff.superior.id, '500.00', { year: 2029 })
    const body = { year: 2030, growth: '10.0' }
    expect(await callers.superior.call(copyGoals, { body })).toEqual({ created: 0, kept: 0 })
    expect(await callers.direction.call(copyGoals, { body })).toEqual({ created: 1, kept: 0 })
  })
})

test('the list sums what it shows, and filters by standing', async () => {
  const { total, totals } = await callers.direction.call(listGoals.count, { query: { year: '2026' } })
  const { rows } = await callers.direction.call(listGoals.page, { query: { year: '2026', pageSize: '200' } })
  const sum = (key: 'amount' | 'toDate' | 'achieved' | 'missing') =>
    rows.reduce((cents, row) => cents + Math.round(Number(row[key] ?? 0) * 100), 0) / 100
  expect(total).toBe(rows.length)
  for (const key of ['amount', 'toDate', 'achieved', 'missing'] as const) expect(Number(totals[key])).toBe(sum(key))
  const find = async (state: GoalState) =>
    (await callers.direction.call(listGoals.page, { query: { state } })).rows.map(({ id }) => id)
  expect((await find('onTrack')).sort()).toEqual([staff.manager.id, staff.second.id].sort())
  expect(await find('behind')).toEqual([])
  expect(await find('none')).toContain(staff.superior.id)
})

test('a sum of a team shows no goal of people out of reach', async () => {
  const under = await t.make.employee({ supervisorId: staff.manager.id })
  await set(callers.direction, under.id, '700.00')
  expect(await fetchRow(callers.manager, staff.manager.id)).toMatchObject({ amount: '2400.00', teamAmount: null })
  expect(await fetchRow(callers.superior, staff.manager.id)).toMatchObject({ teamAmount: '3100.00' })
})

test('what a team should have by today is what its people should have', async () => {
  const superior = await t.make.employee({ position: 'supervisor', supervisorId: staff.head.id })
  const people = [superior, ...(await Promise.all([1, 2].map(() => t.make.employee({ supervisorId: superior.id }))))]
  // Half of a cent for the half of June that is over: each of them should have a whole one.
  await t.owner.query(
    `insert into dino.goal (employee_id, year, kind, amount, months)
     select id, 2026, 'individual', 0.12, array_fill(0.01::numeric, array[12]) from unnest($1::bigint[]) u (id)`,
    [people.map(({ id }) => id)],
  )
  const team = await fetchGoal(callers.direction, superior.id, { kind: 'team' })
  expect(team).toMatchObject({ source: 'sum', amount: '0.36', toDate: '0.18' })
})
