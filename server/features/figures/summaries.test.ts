import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportGeneralReport, getGeneralReport } from '#contract/figures/general-reports.ts'
import { getAmountSummary, getDailySummary } from '#contract/figures/summaries.ts'
import { listTeamStudy } from '#contract/figures/team-study.ts'
import { getFigure } from '#contract/figures.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>

/** Today is 2026-06-15. */
let t: Tenant
const staff = {} as Record<'head' | 'manager' | 'second', { id: string; cvl: string }>
const callers = {} as Record<'direction' | 'manager' | 'second', Caller>
const accounts = {} as Record<'smart' | 'fixed' | 'partner', string>
let client: { id: string; cvl: string }

beforeAll(async () => {
  t = await createTestTenant('dino')
  const { make, owner } = t
  staff.head = await make.employee({ position: 'direction' })
  staff.manager = await make.employee({ supervisorId: staff.head.id })
  staff.second = await make.employee({ supervisorId: staff.head.id })
  client = await make.client({ staff: { manager: staff.manager.id } })
  const ofPartner = await make.client({ staff: { manager: staff.second.id } })
  await owner.query(`update dino.client set channel = 'partner' where id = $1`, [ofPartner.id])
  const open = async (clientId: string, family: 'smart' | 'fixed_term') =>
    (await make.account({ clientId, productId: (await make.product({ family })).id })).id
  accounts.smart = await open(client.id, 'smart')
  accounts.fixed = await open(client.id, 'fixed_term')
  accounts.partner = await open(ofPartner.id, 'fixed_term')
  await make.movement(accounts.smart, '1000.00', 'contribution', '2026-02-10')
  await make.movement(accounts.smart, '-300.00', 'withdrawal', '2026-05-01')
  // Within thirty days of the payout: no new money.
  await make.movement(accounts.fixed, '250.00', 'contribution', '2026-05-31')
  await make.movement(accounts.fixed, '40.00', 'contribution', '2026-06-01')
  await make.movement(accounts.partner, '70.50', 'contribution', '2026-06-15')
  await make.movement(accounts.smart, '-10.00', 'withdrawal', '2026-06-15')
  await make.refresh(client.id, ofPartner.id)
  callers.direction = await t.as('direction', staff.head.cvl)
  callers.manager = await t.as('manager', staff.manager.cvl)
  callers.second = await t.as('manager', staff.second.cvl)
})
afterAll(() => t?.drop())

describe('captation', () => {
  test('counts new money alone, by type and quarter', async () => {
    const { quarters, year, through } = await callers.direction.call(getGeneralReport, {})
    expect({ year, through }).toEqual({ year: 2026, through: '2026-06-15' })
    expect(quarters).toEqual([
      { quarter: 1, type: 'smart', gross: '1000.00', out: '0.00', net: '1000.00' },
      { quarter: 2, type: 'smart', gross: '0.00', out: '-310.00', net: '-310.00' },
      { quarter: 2, type: 'partners', gross: '70.50', out: '0.00', net: '70.50' },
      { quarter: 2, type: 'direct', gross: '40.00', out: '0.00', net: '40.00' },
    ])
  })

  test('stays with whom the journal credits after the client has moved', async () => {
    const query = { range: 'custom', from: '2026-01-01', to: '2026-06-15' } as const
    const fetchCaptation = async (caller: Caller) =>
      (await caller.call(getFigure, { params: { figure: 'captation' }, query })).figure.amount
    const { rows } = await t.owner.query(
      `update dino.client_staff set employee_id = $2 where client_id = $1 returning id`,
      [client.id, staff.second.id],
    )
    await t.make.refresh(client.id)
    expect(rows).toHaveLength(1)
    expect(await fetchCaptation(callers.manager)).toBe('1040.00')
    expect(await fetchCaptation(callers.second)).toBe('70.50')
    await t.owner.query(`update dino.client_staff set employee_id = $2 where client_id = $1`, [
      client.id,
      staff.manager.id,
    ])
    await t.make.refresh(client.id)
  })

  test('new and reinvested money add up to all contributions', async () => {
    const query = { range: 'custom', from: '2026-01-01', to: '2026-06-15' } as const
    const { figure } = await callers.direction.call(getFigure, { params: { figure: 'contributions' }, query })
    expect(figure.amount).toBe('1360.50')
    expect(figure.parts).toEqual([
      { part: 'new', amount: '1110.50', count: 3 },
      { part: 'reinvested', amount: '250.00', count: 1 },
    ])
  })

  test('a year has its file, and its situation closes', async () => {
    const { situation } = await callers.direction.call(getGeneralReport, { query: { year: '2026' } })
    const sum = situation.lines.reduce((all, { amount }) => all + Number(amount), Number(situation.opening))
    expect(sum.toFixed(2)).toBe(situation.closing)
    expect(situation.closing).toBe('1050.50')
    const file = await callers.direction.send(exportGeneralReport, { query: { year: '2026', format: 'csv' } })
    expect(file.statusCode, file.body).toBe(200)
    expect(file.body.trim().split('\r\n')).toHaveLength(5)
  })
})

describe('the amounts summary', () => {
  test('divides the capital by product and manager', async () => {
    const { cells, day } = await callers.direction.call(getAmountSummary, {})
    expect(day).toBe('2026-06-15')
    const own = cells.filter(({ manager }) => manager?.id === staff.manager.id)
    expect(own.map(({ amount }) => amount).sort()).toEqual(['290.00', '690.00'])
    expect(cells.every(({ state }) => state === 'active')).toBe(true)
  })

  test('shows the capital of a past day and of a chosen person', async () => {
    const query = { day: '2026-03-01', of: staff.manager.id }
    const { cells } = await callers.direction.call(getAmountSummary, { query })
    expect(cells.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(1000)
    await expect(callers.second.call(getAmountSummary, { query })).rejects.toThrow('404')
  })
})

describe('the team study', () => {
  test('sets the activity of each person beside what they raised', async () => {
    const query = { range: 'custom', from: '2026-01-01', to: '2026-06-15' } as const
    await t.owner.query(
      `insert into dino.call (client_id, employee_id, called_on, duration_seconds, outcome, noted_at)
       values ($1, $2, '2026-05-01', 60, 'interested', now()), ($1, $2, '2025-05-01', 60, 'interested', now())`,
      [client.id, staff.manager.id],
    )
    const { rows } = await callers.direction.call(listTeamStudy.page, { query })
    expect(rows.find(({ id }) => id === staff.manager.id)).toMatchObject({
      calls: 1,
      meetings: 0,
      conversion: null,
      clients: 1,
      capital: '980.00',
      gross: '1040.00',
      out: '-310.00',
      net: '730.00',
    })
    const { total, totals } = await callers.direction.call(listTeamStudy.count, { query })
    expect(total).toBe(rows.length)
    expect(totals).toMatchObject({ calls: 1, gross: '1110.50', net: '800.50' })
  })

  test('tells a manager what their subordinate raised, without a way to the rows', async () => {
    const advisor = await t.make.employee({ supervisorId: staff.manager.id })
    await t.owner.query(`update dino.client_staff set employee_id = $2 where client_id = $1`, [client.id, advisor.id])
    await t.make.refresh(client.id)
    await t.make.movement(accounts.fixed, '5.00', 'contribution', '2026-03-01')
    const query = { range: 'custom', from: '2026-03-01', to: '2026-03-01' } as const
    const { rows } = await callers.manager.call(listTeamStudy.page, { query })
    expect(rows.find(({ id }) => id === advisor.id)).toMatchObject({ gross: '5.00', opens: false })
    expect(rows.find(({ id }) => id === staff.manager.id)).toMatchObject({ gross: '0.00', opens: true })
    await t.owner.query(`update dino.client_staff set employee_id = $2 where client_id = $1`, [
      client.id,
      staff.manager.id,
    ])
    await t.owner.query(`update dino.employee set terminated_on = '2026-01-01' where id = $1`, [advisor.id])
    await t.make.refresh(client.id)
  })

  test('lines of leavers and of nobody make the total hold', async () => {
    const query = { range: 'custom', from: '2026-01-01', to: '2026-06-15' } as const
    const alone = await t.make.client()
    const account = await t.make.account({ clientId: alone.id, productId: (await t.make.product()).id })
    await t.make.movement(account.id, '333.00', 'contribution', '2026-04-01')
    await t.make.refresh(alone.id)
    const { rows } = await callers.direction.call(listTeamStudy.page, { query })
    expect(rows.find(({ state }) => state === 'left')).toMatchObject({ gross: '5.00', clients: 0 })
    expect(rows.find(({ state }) => state === 'nobody')).toMatchObject({
      id: '0',
      cvl: null,
      gross: '333.00',
      clients: 1,
      capital: '333.00',
      opens: false,
    })
    const { totals } = await callers.direction.call(listTeamStudy.count, { query })
    const { figure } = await callers.direction.call(getFigure, { params: { figure: 'captation' }, query })
    expect(totals.gross).toBe(figure.amount)
    const { rows: ofManager } = await callers.manager.call(listTeamStudy.page, { query })
    expect(ofManager.map(({ state }) => state)).toEqual(['active', 'left'])
    const month = { range: 'custom', from: '2026-05-01', to: '2026-05-31' } as const
    const { rows: ofMay } = await callers.direction.call(listTeamStudy.page, { query: month })
    expect(ofMay.some(({ state }) => state === 'left')).toBe(false)
    const file = await callers.direction.send(listTeamStudy.exportRows, { query: { ...query, format: 'csv' } })
    expect(file.body).toContain('Sin asignar')
  })

  test('tells the activity of those alone whose agenda the caller sees', async () => {
    const query = { range: 'custom', from: '2026-01-01', to: '2026-06-15' } as const
    const sorted = { ...query, sort: 'calls', direction: 'desc' } as const
    const advisor = await t.make.employee({ supervisorId: staff.manager.id })
    await t.owner.query(
      `insert into dino.call (client_id, employee_id, called_on, duration_seconds, outcome, noted_at)
       values ($1, $2, '2026-05-01', 60, 'interested', now())`,
      [client.id, advisor.id],
    )
    const find = async (caller: Caller, id: string) =>
      (await caller.call(listTeamStudy.page, { query: sorted })).rows.find((row) => row.id === id)
    expect(await find(callers.direction, advisor.id)).toMatchObject({ calls: 1, meetings: 0 })
    // The agenda of a manager is their own, the study is of their team.
    expect(await find(callers.manager, staff.manager.id)).toMatchObject({ calls: 1, meetings: 0 })
    const unseen = { calls: null, meetings: null, r1: null, newContacts: null, converted: null, conversion: null }
    expect(await find(callers.manager, advisor.id)).toMatchObject(unseen)
    expect((await callers.manager.call(listTeamStudy.count, { query })).totals.calls).toBe(1)
    await t.owner.query(
      `insert into dino.role_grant (role, module, actions, scope) values ('manager', 'bt_AgendaComercial', '{}', 'own')`,
    )
    expect(await find(callers.manager, staff.manager.id)).toMatchObject(unseen)
    expect((await callers.manager.call(listTeamStudy.count, { query })).totals).toMatchObject({
      calls: null,
      meetings: null,
      newContacts: null,
      converted: null,
    })
    await t.owner.query('delete from dino.role_grant')
    // Who left and did nothing that the caller may know of has no line.
    await t.owner.query(`update dino.employee set terminated_on = '2026-06-01' where id = $1`, [advisor.id])
    expect(await find(callers.direction, advisor.id)).toMatchObject({ calls: 1, state: 'left' })
    expect(await find(callers.manager, advisor.id)).toBeUndefined()
    await t.owner.query('delete from dino.call where employee_id = $1', [advisor.id])
  })

  test('shows nobody out of reach', async () => {
    const { rows } = await callers.manager.call(listTeamStudy.page, {})
    expect(rows.map(({ id }) => id)).toEqual([staff.manager.id])
    const ofOther = callers.manager.call(listTeamStudy.page, { query: { of: staff.second.id } })
    await expect(ofOther).rejects.toThrow('404')
  })
})

describe('the daily summary', () => {
  test('tells what came in and out on the day', async () => {
    const { sections } = await callers.direction.call(getDailySummary, {})
    expect(sections.map(({ key, count, amount }) => ({ key, count, amount }))).toEqual([
      { key: 'in', count: 1, amount: '70.50' },
      { key: 'out', count: 1, amount: '-10.00' },
      { key: 'calls', count: 0, amount: null },
      { key: 'meetings', count: 0, amount: null },
      { key: 'expirations', count: 0, amount: '0.00' },
      { key: 'birthdays', count: 0, amount: null },
    ])
  })

  test('leaves out calls and meetings of people out of reach', async () => {
    const insert = (employeeId: string, clientId: string) =>
      t.owner.query(
        `insert into dino.call (client_id, employee_id, called_on, called_time, duration_seconds, outcome, noted_at)
         values ($1, $2, '2026-06-15', '09:30', 60, 'interested', now())`,
        [clientId, employeeId],
      )
    await insert(staff.manager.id, client.id)
    const fetchCalls = async (caller: Caller) =>
      (await caller.call(getDailySummary, {})).sections.find(({ key }) => key === 'calls')!
    expect(await fetchCalls(callers.manager)).toMatchObject({
      count: 1,
      rows: [{ clientId: client.id, at: '09:30', word: 'interested' }],
    })
    expect(await fetchCalls(callers.second)).toMatchObject({ count: 0, rows: [] })
    expect((await fetchCalls(callers.direction)).count).toBe(1)
  })
})
