import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listFigureRows } from '#contract/figures.ts'
import { setGoal } from '#contract/goals.ts'
import {
  exportPeople,
  getPeopleCaptation,
  getPeopleDashboard,
  getPeopleStatistics,
} from '#contract/people-dashboard.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>

/** Today is Monday 2026-06-15. */
let t: Tenant
const staff = {} as Record<'head' | 'superior' | 'manager' | 'second' | 'left', { id: string; cvl: string }>
const callers = {} as Record<'direction' | 'superior' | 'manager', Caller>

beforeAll(async () => {
  t = await createTestTenant('dino')
  const { make, owner } = t
  staff.head = await make.employee({ position: 'direction' })
  staff.superior = await make.employee({ position: 'supervisor', supervisorId: staff.head.id })
  staff.manager = await make.employee({ supervisorId: staff.superior.id })
  staff.second = await make.employee({ supervisorId: staff.head.id })
  staff.left = await make.employee({ supervisorId: staff.superior.id })
  const one = await make.client({ staff: { manager: staff.manager.id } })
  const two = await make.client({ staff: { manager: staff.second.id } })
  const nobodys = await make.client()
  const old = await make.client({ staff: { manager: staff.left.id } })
  const open = async (clientId: string) => (await make.account({ clientId, openedOn: '2020-01-01' })).id
  const accounts = [await open(one.id), await open(two.id), await open(nobodys.id), await open(old.id)] as const
  await make.movement(accounts[0], '1000.00', 'contribution', '2021-03-10')
  await make.movement(accounts[0], '2000.00', 'contribution', '2026-03-10')
  await make.movement(accounts[0], '-200.00', 'withdrawal', '2026-06-11')
  await make.movement(accounts[1], '60000.00', 'contribution', '2026-02-01')
  await make.movement(accounts[2], '70.00', 'contribution', '2026-02-02')
  await make.movement(accounts[3], '5000.00', 'contribution', '2022-02-02')
  // Who looked after the last one has left, and another manager has the client.
  await owner.query(`update dino.employee set terminated_on = '2026-05-31' where id = $1`, [staff.left.id])
  await owner.query(`update dino.client_staff set valid_to = '2026-05-31' where client_id = $1`, [old.id])
  await owner.query(
    `insert into dino.client_staff (client_id, employee_id, role, valid_from) values ($1, $2, 'manager', '2026-06-01')`,
    [old.id, staff.manager.id],
  )
  await owner.query(`update dino.client set birth_date = '1990-06-16', registered_on = '2020-06-16' where id = $1`, [
    one.id,
  ])
  await owner.query(`update dino.client set birth_date = '1950-01-01', registered_on = '2026-01-10' where id = $1`, [
    two.id,
  ])
  await make.refresh(one.id, two.id, nobodys.id, old.id)
  callers.direction = await t.as('direction', staff.head.cvl)
  callers.superior = await t.as('supervisor', staff.superior.cvl)
  callers.manager = await t.as('manager', staff.manager.cvl)
  await callers.direction.call(setGoal, {
    params: { employeeId: staff.manager.id },
    body: { year: 2026, kind: 'individual', version: 0, months: null, amount: '2400.00' },
  })
})
afterAll(() => t?.drop())

const scopes: [string, () => Caller][] = [
  ['all', () => callers.direction],
  ['a team', () => callers.superior],
  ['a manager', () => callers.manager],
]

type Counted = 'clients' | 'totalCapital' | 'captation' | 'captationOut' | 'netCaptation'

const countRows = (caller: Caller, figure: Counted, query: object) =>
  caller.call(listFigureRows.count, { params: { figure }, query: { range: 'custom', to: '2026-06-15', ...query } })

describe.each(scopes)('people in the scope of %s', (_, who) => {
  test('count clients and capital of each as the rows that they open', async () => {
    const caller = who()
    const { people, rest, total } = await caller.call(getPeopleDashboard, { query: {} })
    for (const { id, clients, capital } of people) {
      const filters = { from: '2026-06-15', manager: id }
      expect([clients, capital]).toEqual([
        (await countRows(caller, 'clients', filters)).total,
        (await countRows(caller, 'totalCapital', filters)).totals.amount,
      ])
    }
    const sum = people.reduce((all, { capital }) => all + Number(capital), Number(rest.capital))
    expect(sum.toFixed(2)).toBe(total.capital)
    expect(people.reduce((all, { clients }) => all + clients, rest.clients)).toBe(total.clients)
  })

  test.each(['year', 'lifetime'] as const)('add captation of %s up with what is of nobody', async (span) => {
    const caller = who()
    const { people, rest, total, from } = await caller.call(getPeopleCaptation, { query: { span } })
    for (const key of ['gross', 'out', 'net'] as const)
      expect(people.reduce((all, line) => all + Number(line[key]), Number(rest[key])).toFixed(2)).toBe(total[key])
    expect(total.gross).toBe((await countRows(caller, 'captation', { from })).totals.amount)
    for (const { personId, gross, out } of people) {
      const own = { from, of: personId, view: 'individual' }
      expect(gross).toBe((await countRows(caller, 'captation', own)).totals.amount)
      expect(out).toBe((await countRows(caller, 'captationOut', own)).totals.amount)
    }
  })

  test('open the rows of the rest, and of all together', async () => {
    const caller = who()
    const today = { from: '2026-06-15' }
    for (const key of ['rest', 'total'] as const) {
      const filters = key === 'rest' ? { rest: 'people' } : {}
      const stocks = await caller.call(getPeopleDashboard, { query: {} })
      expect(stocks[key]).toEqual({
        clients: (await countRows(caller, 'clients', { ...today, ...filters })).total,
        capital: (await countRows(caller, 'totalCapital', { ...today, ...filters })).totals.amount,
      })
      const captation = await caller.call(getPeopleCaptation, { query: { span: 'lifetime' } })
      const days = { from: captation.from, ...filters }
      expect(captation[key]).toEqual({
        gross: (await countRows(caller, 'captation', days)).totals.amount,
        out: (await countRows(caller, 'captationOut', days)).totals.amount,
        net: (await countRows(caller, 'netCaptation', days)).totals.amount,
      })
    }
  })

  test('divide clients by size, age and tenure without a rest', async () => {
    const { distributions } = await who().call(getPeopleStatistics, { query: {} })
    const { total } = await who().call(getPeopleDashboard, { query: {} })
    for (const { parts } of distributions) {
      expect(parts.reduce((all, { count }) => all + count, 0)).toBe(total.clients)
      expect(parts.reduce((all, { amount }) => all + Number(amount), 0).toFixed(2)).toBe(total.capital)
    }
  })
})

test('keeps what leavers raised in lines of their own', async () => {
  const { people } = await callers.direction.call(getPeopleCaptation, { query: { span: 'lifetime' } })
  expect(people.find(({ personId }) => personId === staff.left.id)).toMatchObject({ gross: '5000.00', goal: null })
  const { rows } = await t.owner.query(
    `select j.credited_to as id, sum(-p.amount)::numeric(18, 2)::text as net from dino.journal j
       join dino.posting p on p.journal_id = j.id and p.amount < 0 and p.account_id is not null
      where j.kind = 'contribution' and j.credited_to is not null group by 1`,
  )
  expect(
    people
      .filter(({ gross }) => gross !== '0.00')
      .map(({ personId, gross }) => [personId, gross])
      .sort(),
  ).toEqual(rows.map(({ id, net }) => [id, net]).sort())
  const year = await callers.direction.call(getPeopleCaptation, { query: { span: 'year' } })
  // Half of the year but half of June is due: 1,100 of 2,400, and 1,800 are there.
  expect(year.people.find(({ personId }) => personId === staff.manager.id)).toMatchObject({
    net: '1800.00',
    goal: '2400.00',
    toDate: '1100.00',
    achievement: '163.6',
  })
  const all = await callers.direction.call(getPeopleDashboard, { query: {} })
  expect(all.people.find(({ id }) => id === staff.left.id)?.leftOn).toBe('2026-05-31')
  expect(all.rest).toEqual({ clients: 1, capital: '70.00' })
})

test('finds the client in the middle, and their age and tenure on the day', async () => {
  const { median, distributions } = await callers.direction.call(getPeopleStatistics, { query: {} })
  // 70, 2,800, 5,000 and 60,000.
  expect(median).toBe('3900.00')
  const partOf = (key: string, part: string) =>
    distributions.find((one) => one.key === key)?.parts.find((one) => one.part === part)?.count
  expect([partOf('clientSizes', 'size10'), partOf('clientSizes', 'size100')]).toEqual([3, 1])
  // Thirty-six tomorrow, and six years tomorrow.
  expect([partOf('clientAges', 'age30'), partOf('clientAges', 'age75')]).toEqual([1, 1])
  expect(partOf('clientTenures', 'tenure5')).toBe(1)
})

test('tells the activity of those alone whose agenda the caller sees', async () => {
  const client = await t.make.client({ staff: { manager: staff.manager.id } })
  const note = (employeeId: string) =>
    t.owner.query(
      `insert into dino.call (client_id, employee_id, called_on, duration_seconds, outcome, noted_at)
       values ($1, $2, '2026-06-02', 60, 'interested', now())`,
      [client.id, employeeId],
    )
  const junior = await t.make.employee({ supervisorId: staff.manager.id })
  await note(staff.manager.id)
  await note(junior.id)
  const callsOf = async (caller: Caller) =>
    [staff.manager.id, junior.id].map(async (id) => {
      const { people } = await caller.call(getPeopleDashboard, { query: {} })
      return people.find((one) => one.id === id)?.calls
    })
  const read = async (caller: Caller) => Promise.all(await callsOf(caller))
  expect(await read(callers.direction)).toEqual([1, 1])
  expect(await read(callers.superior)).toEqual([1, 1])
  // The agenda of a manager is their own, the dashboard is of their team.
  expect(await read(callers.manager)).toEqual([1, null])
  await t.owner.query(
    `insert into dino.role_grant (role, module, actions, scope) values ('manager', 'bt_AgendaComercial', '{}', 'own')`,
  )
  const { people } = await callers.manager.call(getPeopleDashboard, { query: {} })
  const unseen = { calls: null, meetings: null, newContacts: null, converted: null }
  expect(
    people.map(({ calls, meetings, newContacts, converted }) => ({ calls, meetings, newContacts, converted })),
  ).toEqual(people.map(() => unseen))
  const file = await callers.manager.send(exportPeople, { query: { format: 'csv' } })
  expect(file.body).toContain(junior.cvl)
  await t.owner.query('delete from dino.role_grant')
})

test('gives a line for each person and one for the rest as a file', async () => {
  const file = await callers.direction.send(exportPeople, { query: { format: 'csv' } })
  const { people } = await callers.direction.call(getPeopleDashboard, { query: {} })
  expect(file.body.trim().split('\r\n')).toHaveLength(people.length + 2)
})
