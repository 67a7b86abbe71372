import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { figureKeys } from '#contract/figures/keys.ts'
import { getFigure, getProductHistory, getSituation, listFigureRows } from '#contract/figures.ts'
import { panelTileRows } from '#contract/firm-panel/tiles.ts'
import {
  exportPanelChange,
  exportPanelMonths,
  getFirmPanel,
  getPanelCaptation,
  getPanelChange,
  getPanelTeams,
  getPanelTrends,
} from '#contract/firm-panel.ts'
import { setGoal } from '#contract/goals.ts'
import { getMaturityOverview } from '#contract/maturities.ts'
import { ledgers } from '#rules/ledgers.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
type Query = Record<string, string>

/** Today is Monday 2026-06-15. */
let t: Tenant
const staff = {} as Record<'head' | 'superior' | 'manager' | 'second', { id: string; cvl: string }>
const callers = {} as Record<'direction' | 'superior', Caller>
const accounts = {} as Record<'one' | 'two' | 'moved' | 'ended' | 'pending' | 'old', string>

const canceledWithdrawal = `
  with bank as (
    insert into dino.client_bank_account (client_id, number) select client_id, 'ES9121000418450200051332' from dino.account where id = $1 returning id
  )
  insert into dino.payment_order (account_id, client_id, bank_account_id, kind, amount, state, idempotency_key, request_hash, requested_at)
  select a.id, a.client_id, bank.id, 'withdrawal', 250, 'canceled', 'panel', '', '2026-03-10T10:00:00Z' from dino.account a, bank where a.id = $1 returning id`

beforeAll(async () => {
  t = await createTestTenant('dino')
  const { make, owner } = t
  staff.head = await make.employee({ position: 'direction' })
  staff.superior = await make.employee({ position: 'supervisor', supervisorId: staff.head.id })
  staff.manager = await make.employee({ supervisorId: staff.superior.id })
  staff.second = await make.employee({ supervisorId: staff.head.id })
  const one = await make.client({ staff: { manager: staff.manager.id } })
  const two = await make.client({ staff: { manager: staff.second.id } })
  const moved = await make.client({ staff: { manager: staff.second.id } })
  const open = async (clientId: string, given: Parameters<typeof make.account>[0] = {}) =>
    (await make.account({ clientId, openedOn: '2025-01-01', ...given })).id
  accounts.one = await open(one.id, { expiresOn: '2026-08-20' })
  accounts.two = await open(two.id)
  accounts.moved = await open(moved.id)
  accounts.ended = await open(one.id, { status: 'canceled' })
  accounts.old = await open(two.id, { status: 'expired', expiresOn: '2026-02-10' })
  accounts.pending = await open(one.id, { status: 'pending', openedOn: null, agreedAmount: '800.00' })
  await make.movement(accounts.one, '1000.00', 'contribution', '2026-05-01')
  await make.movement(accounts.one, '500.00', 'contribution', '2026-06-10')
  await make.movement(accounts.one, '-200.00', 'withdrawal', '2026-06-12')
  await make.movement(accounts.two, '10000.00', 'contribution', '2025-03-02')
  await make.movement(accounts.two, '120.00', 'interest', '2026-06-03')
  await make.movement(accounts.moved, '70.50', 'contribution', '2026-02-01')
  await make.movement(accounts.pending, '300.00', 'contribution', '2026-06-12')
  await make.movement(accounts.ended, '40.00', 'contribution', '2025-02-01')
  await make.movement(accounts.ended, '-40.00', 'cancellation', '2026-05-20')
  await make.movement(accounts.old, '900.00', 'contribution', '2025-02-10')
  await make.movement(accounts.old, '-600.00', 'transfer', '2026-02-10')
  await make.movement(accounts.old, '-300.00', 'maturity', '2026-02-10')
  await owner.query(`update dino.account set closed_on = '2026-05-20' where id = $1`, [accounts.ended])
  await owner.query(`update dino.account set closed_on = '2026-02-10' where id = $1`, [accounts.old])
  await owner.query(`update dino.account set created_at = '2026-06-01T09:00:00Z' where id = $1`, [accounts.pending])
  await owner.query(`update dino.client_staff set valid_from = '2024-01-15'`)
  // It moved from the second manager to the first one on 1 June.
  await owner.query(`update dino.client_staff set valid_to = '2026-05-31' where client_id = $1`, [moved.id])
  await owner.query(
    `insert into dino.client_staff (client_id, employee_id, role, valid_from) values ($1, $2, 'manager', '2026-06-01')`,
    [moved.id, staff.manager.id],
  )
  await owner.query(`update dino.client set registered_on = '2025-01-01' where id <> $1`, [two.id])
  await owner.query(`update dino.client set registered_on = '2026-03-05' where id = $1`, [two.id])
  await make.refresh(one.id, two.id, moved.id)
  callers.direction = await t.as('direction', staff.head.cvl)
  callers.superior = await t.as('supervisor', staff.superior.cvl)
})
afterAll(() => t?.drop())

const scopes: [string, () => Caller, () => Query][] = [
  ['all', () => callers.direction, () => ({})],
  ['the team of a supervisor', () => callers.superior, () => ({})],
  ['a manager chosen', () => callers.direction, () => ({ of: staff.manager.id, view: 'individual' })],
  ['a team chosen', () => callers.direction, () => ({ of: staff.superior.id, view: 'team' })],
]

const on = (from: string, to = from): Query => ({ range: 'custom', from, to })

const fetchFigure = async (caller: Caller, figure: (typeof figureKeys)[number], query: Query) =>
  (await caller.call(getFigure, { params: { figure }, query })).figure

const sumRows = async (caller: Caller, tile: 'in' | 'out' | 'net', query: Query) => {
  const { figure, parts } = panelTileRows[tile]
  const { totals } = await caller.call(listFigureRows.count, {
    params: { figure },
    query: { ...query, part: parts.join(',') },
  })
  return totals.amount
}

describe.each(scopes)('panel of %s', (_, who, query) => {
  test('shows what the figures of today say', async () => {
    const caller = who()
    const { tiles, uninstructed } = await caller.call(getFirmPanel, { query: query() })
    const value = (key: string) => tiles.find((tile) => tile.key === key)?.value
    const today = { ...on('2026-06-15'), ...query() }
    const month = { ...on('2026-06-01', '2026-06-15'), ...query() }
    const ahead = { ...on('2026-06-16', '2026-09-13'), ...query() }
    expect(value('capital')).toBe((await fetchFigure(caller, 'totalCapital', today)).amount)
    expect(value('clients')).toBe(String((await fetchFigure(caller, 'clients', today)).count))
    expect(value('requests')).toBe((await fetchFigure(caller, 'withdrawalRequests', today)).amount)
    expect(value('maturities')).toBe((await fetchFigure(caller, 'expirations', ahead)).amount)
    expect(uninstructed?.amount).toBe((await fetchFigure(caller, 'uninstructed', ahead)).amount)
    for (const tile of ['in', 'out', 'net'] as const) expect(value(tile)).toBe(await sumRows(caller, tile, month))
  })

  test('shows at the end of each month what the figures of that day say', async () => {
    const caller = who()
    const { tiles } = await caller.call(getPanelTrends, { query: query() })
    for (const { key, points, monthBefore, yearBefore } of tiles) {
      if (key === 'retention') continue
      expect(points).toHaveLength(24)
      for (const { month, through, value } of [...points.slice(0, 2), ...points.slice(-6)]) {
        if (key === 'in' || key === 'out' || key === 'net') {
          expect([key, through, value]).toEqual([
            key,
            through,
            await sumRows(caller, key, { ...on(month, through), ...query() }),
          ])
          continue
        }
        const days = key === 'maturities' ? await nextDays(through) : on(through)
        const figure = await fetchFigure(caller, panelTileRows[key].figure, { ...days, ...query() })
        expect([key, through, value]).toEqual([key, through, figure.amount ?? String(figure.count)])
      }
      expect([monthBefore.day, yearBefore.day]).toEqual(['2026-05-15', '2025-06-15'])
    }
  })

  test('divides capital by product without a rest', async () => {
    const { tiles, products } = await who().call(getPanelTrends, { query: query() })
    const capital = tiles.find(({ key }) => key === 'capital')
    const sum = products.reduce((total, { value }) => total + Number(value), 0)
    expect(sum.toFixed(2)).toBe(capital?.points.at(-1)?.value)
  })

  test('explains a change by its flows, to the cent, however it is divided', async () => {
    const caller = who()
    for (const by of ['product', 'manager', 'productManager'] as const) {
      const { total, lines, capital } = await caller.call(getPanelChange, {
        query: { from: '2026-05-15', to: '2026-06-15', by, ...query() },
      })
      const add = (pick: (line: (typeof lines)[number]) => string): string =>
        lines.reduce((sum, line) => sum + Number(pick(line)), 0).toFixed(2)
      expect(add((line) => line.closing)).toBe(total.closing)
      expect(add((line) => line.opening)).toBe(total.opening)
      const opening = await fetchFigure(caller, 'balance', { ...on('2026-05-15'), ...query() })
      const closing = await fetchFigure(caller, 'balance', { ...on('2026-06-15'), ...query() })
      expect([total.opening, total.closing]).toEqual([opening.amount, closing.amount])
      const flows = total.flows.reduce((sum, { amount }) => sum + Number(amount), 0)
      expect((Number(total.opening) + flows + Number(total.others)).toFixed(2)).toBe(total.closing)
      const { amount } = await fetchFigure(caller, 'totalCapital', { ...on('2026-05-15'), ...query() })
      expect(capital.opening).toBe(amount)
    }
  })

  test('adds teams and the rest up to the whole', async () => {
    const { teams, rest, total } = await who().call(getPanelTeams, { query: query() })
    for (const key of ['capital', 'gross', 'out', 'net'] as const)
      expect([...teams, rest].reduce((sum, line) => sum + Number(line[key]), 0).toFixed(2)).toBe(total[key])
  })
})

const nextDays = async (day: string): Promise<Query> => {
  const { rows } = await t.owner.query(`select ($1::date + 1)::text as first, ($1::date + 90)::text as last`, [day])
  return on(rows[0].first, rows[0].last)
}

test('counts what stands in the books, by postings alone', async () => {
  const { tiles } = await callers.direction.call(getPanelTrends, { query: {} })
  const { points } = tiles.find(({ key }) => key === 'capital')!
  for (const { through, value } of points) {
    const { rows } = await t.owner.query(
      `select coalesce(-sum(p.amount), 0)::numeric(18, 2)::text as capital
         from dino.account a
         join dino.posting p on p.account_id = a.id and p.booking_date <= $1
         join dino.journal j on j.id = p.journal_id and j.kind not in ('interest', 'bonus', 'withholding', 'penalty', 'fee')
        where p.ledger = ${ledgers.capital} and a.opened_on <= $1 and (a.closed_on is null or a.closed_on > $1) and a.status in ('active', 'expired', 'canceled')`,
      [through],
    )
    expect([through, value]).toEqual([through, rows[0].capital])
  }
})

test('keeps a withdrawal open from its request until its money leaves', async () => {
  const { rows } = await t.owner.query(canceledWithdrawal, [accounts.two])
  await t.owner.query(
    `insert into dino.payment_step (order_id, step, state, at) values
      ($1, 1, 'requested', '2026-03-10T10:00:00Z'), ($1, 2, 'approved', '2026-04-02T10:00:00Z'), ($1, 3, 'canceled', '2026-05-20T10:00:00Z')`,
    [rows[0].id],
  )
  const { tiles } = await callers.direction.call(getPanelTrends, { query: {} })
  const values = tiles.find(({ key }) => key === 'requests')!.points.slice(-5)
  expect(values.map(({ value }) => value)).toEqual(['0.00', '250.00', '250.00', '0.00', '0.00'])
})

test('measures retention as the maturity desk does', async () => {
  const desk = await callers.direction.call(getMaturityOverview, {})
  const { tiles } = await callers.direction.call(getPanelTrends, { query: {} })
  const { points } = tiles.find(({ key }) => key === 'retention')!
  const panel = await callers.direction.call(getFirmPanel, { query: {} })
  expect(points.at(-1)?.value).toBe('66.7')
  expect(panel.tiles.find(({ key }) => key === 'retention')?.value).toBe('66.7')
  expect(desk.retention).toBe('66.7')
  expect(points.slice(-13).map(({ value }) => value)).toEqual(desk.trend.points.map(({ value }) => value))
})

test('holds captation against the goals of everybody in reach', async () => {
  const goal = (employeeId: string, amount: string) =>
    callers.direction.call(setGoal, {
      params: { employeeId },
      body: { year: 2026, kind: 'individual', version: 0, months: null, amount },
    })
  await goal(staff.manager.id, '2400.00')
  await goal(staff.second.id, '1200.00')
  const all = await callers.direction.call(getPanelCaptation, { query: {} })
  // Five months and half of June, of 300 a month.
  expect(all.goal).toMatchObject({ amount: '3600.00', toDate: '1650.00' })
  // New are 1,000, 500 and 70.50: what came on the day of the withdrawal is not. Out are 200 and 40.
  expect(all.achieved).toBe('1330.50')
  const { teams, total } = await callers.direction.call(getPanelTeams, { query: {} })
  expect(teams.map(({ person, goal: amount }) => [person?.id, amount]).sort()).toEqual(
    [
      [staff.superior.id, '2400.00'],
      [staff.second.id, '1200.00'],
    ].sort(),
  )
  expect(total.goal).toBe('3600.00')
  const own = await callers.superior.call(getPanelCaptation, { query: {} })
  expect(own.goal?.amount).toBe('2400.00')
})

test('gives the months and the change as files', async () => {
  const months = await callers.direction.send(exportPanelMonths, { query: { format: 'csv' } })
  expect(months.body.split('\n').filter(Boolean)).toHaveLength(25)
  const change = await callers.direction.send(exportPanelChange, {
    query: { format: 'csv', from: '2026-05-15', to: '2026-06-15' },
  })
  expect(change.body).toContain('500')
})

test('tells the history by product with closings that are the balance of the day', async () => {
  const { months } = await callers.superior.call(getProductHistory, { query: {} })
  const end = months.filter(({ through }) => through === '2026-05-31')
  const { amount } = await fetchFigure(callers.superior, 'balance', on('2026-05-31'))
  expect(end.reduce((sum, { closing }) => sum + Number(closing), 0).toFixed(2)).toBe(amount)
})

test('refuses days in the wrong order, days to come, and people out of reach', async () => {
  const refused = (query: Query) =>
    callers.superior.call(getPanelChange, { query: { from: '2026-05-15', to: '2026-06-15', ...query } })
  await expect(refused({ from: '2026-06-15' })).rejects.toMatchObject({ code: 'request.invalid' })
  await expect(refused({ to: '2026-06-16' })).rejects.toMatchObject({ code: 'request.invalid' })
  await expect(refused({ of: staff.second.id })).rejects.toMatchObject({ code: 'notFound' })
})

describe('what is of nobody', () => {
  beforeAll(async () => {
    const { id } = await t.make.client()
    const account = await t.make.account({ clientId: id, openedOn: '2025-01-01' })
    await t.make.movement(account.id, '33.00', 'contribution', '2026-06-02')
    await t.make.movement(account.id, '-3.00', 'withdrawal', '2026-06-09')
    const headsOwn = await t.make.client({ staff: { manager: staff.head.id } })
    const other = await t.make.account({ clientId: headsOwn.id, openedOn: '2025-01-01' })
    await t.make.movement(other.id, '7.00', 'contribution', '2026-06-03')
    await t.make.refresh(id, headsOwn.id)
  })

  const sumOf = async (caller: Caller, figure: (typeof figureKeys)[number], query: Query) =>
    (await caller.call(listFigureRows.count, { params: { figure }, query })).totals.amount

  test.each(scopes)('opens the rows of the rest of the teams in %s', async (_, who, query) => {
    const caller = who()
    const { rest, total } = await caller.call(getPanelTeams, { query: query() })
    const year = { ...on('2026-01-01', '2026-06-15'), ...query() }
    for (const [line, narrowing] of [
      [rest, { rest: 'teams' }],
      [total, {}],
    ] as const) {
      const rows = { capital: sumOf(caller, 'totalCapital', { ...on('2026-06-15'), ...query(), ...narrowing }) }
      expect([line.capital, line.gross, line.out, line.net]).toEqual([
        await rows.capital,
        await sumOf(caller, 'captation', { ...year, ...narrowing }),
        await sumOf(caller, 'captationOut', { ...year, ...narrowing }),
        await sumOf(caller, 'netCaptation', { ...year, ...narrowing }),
      ])
      const tile = await fetchFigure(caller, 'netCaptation', { ...year, ...narrowing })
      expect(tile.amount).toBe(line.net)
    }
  })

  test('counts as rest what is the head’s own and what has no manager', async () => {
    const { rest } = await callers.direction.call(getPanelTeams, { query: {} })
    expect(rest).toMatchObject({ capital: '37.00', gross: '40.00', out: '-3.00', net: '37.00' })
    const own = await callers.superior.call(getPanelTeams, { query: {} })
    expect(own.rest).toMatchObject({ capital: '0.00', gross: '0.00' })
    const manager = await t.as('manager', staff.manager.cvl)
    await expect(
      sumOf(manager, 'totalCapital', { ...on('2026-06-15'), rest: 'teams' }),
      'the panel is not theirs',
    ).rejects.toMatchObject({ code: 'notFound' })
    const rows = await sumOf(callers.superior, 'totalCapital', { ...on('2026-06-15'), manager: '0' })
    expect(rows).toBe('0.00')
  })

  test.each(scopes)('opens every number of a change in %s, of clients without a manager too', async (_, who, query) => {
    const caller = who()
    for (const by of ['product', 'manager', 'productManager'] as const) {
      const { lines } = await caller.call(getPanelChange, {
        query: { from: '2026-05-15', to: '2026-06-15', by, ...query() },
      })
      for (const line of lines) {
        const narrowing: Query = {
          ...query(),
          ...(line.product && { product: line.product.id }),
          ...(by !== 'product' && { manager: line.manager?.id ?? '0' }),
        }
        const range = { ...on('2026-05-16', '2026-06-15'), ...narrowing }
        expect(line.opening).toBe(await sumOf(caller, 'balance', { ...on('2026-05-15'), ...narrowing }))
        expect(line.closing).toBe(await sumOf(caller, 'balance', { ...on('2026-06-15'), ...narrowing }))
        for (const { part, amount } of line.flows) expect(amount).toBe(await sumOf(caller, 'flows', { ...range, part }))
        const { situation } = await caller.call(getSituation, { query: range })
        const others = situation.lines.filter(({ figure }) => figure !== 'flows')
        expect([situation.opening, situation.closing]).toEqual([line.opening, line.closing])
        expect(others.reduce((sum, { amount }) => sum + Number(amount), 0).toFixed(2)).toBe(line.others)
      }
    }
  })
})
