import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dashboardFigures, type FigureKey, figureKeys, figures } from '#contract/figures/keys.ts'
import { getDashboard, getFigure, getFigureGroups, listFigureRows, printFigure } from '#contract/figures.ts'
import { ledgers } from '#rules/ledgers.ts'
import { readPdf } from '#test/harness/read-pdf.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
type Query = Record<string, string>

/** Today is 2026-06-15. */
let t: Tenant
const staff = {} as Record<'head' | 'superior' | 'manager' | 'second', { id: string; cvl: string }>
const callers = {} as Record<'direction' | 'superior' | 'manager' | 'second', Caller>
const clients = {} as Record<'one' | 'two' | 'moved', { id: string; cvl: string }>
const accounts = {} as Record<'one' | 'two' | 'moved' | 'pending' | 'ended', string>

beforeAll(async () => {
  t = await createTestTenant('dino')
  const { make, owner } = t
  staff.head = await make.employee({ position: 'direction' })
  staff.superior = await make.employee({ position: 'supervisor', supervisorId: staff.head.id })
  staff.manager = await make.employee({ supervisorId: staff.superior.id })
  staff.second = await make.employee({ supervisorId: staff.head.id })
  clients.one = await make.client({ staff: { manager: staff.manager.id } })
  clients.two = await make.client({ staff: { manager: staff.second.id } })
  clients.moved = await make.client({ staff: { manager: staff.second.id } })
  const open = async (clientId: string, given: Parameters<typeof make.account>[0] = {}) =>
    (await make.account({ clientId, ...given })).id
  accounts.one = await open(clients.one.id, { rate: '3.65', expiresOn: '2026-06-20' })
  accounts.two = await open(clients.two.id, { rate: '7.3', bonusRate: '0.365' })
  accounts.moved = await open(clients.moved.id)
  accounts.ended = await open(clients.one.id, { openedOn: '2025-01-01', status: 'canceled' })
  accounts.pending = await open(clients.one.id, { status: 'pending', openedOn: null, agreedAmount: '800.00' })
  await make.movement(accounts.one, '1000.00', 'contribution', '2026-05-01')
  await make.movement(accounts.one, '500.00', 'contribution', '2026-06-10')
  await make.movement(accounts.two, '10000.00', 'contribution', '2026-01-01')
  await make.movement(accounts.two, '120.00', 'interest', '2026-06-03')
  await make.movement(accounts.moved, '70.50', 'contribution', '2026-02-01')
  await make.movement(accounts.pending, '300.00', 'contribution', '2026-06-12')
  await make.movement(accounts.ended, '40.00', 'contribution', '2025-02-01')
  await make.movement(accounts.ended, '-40.00', 'cancellation', '2026-05-20')
  await owner.query(`update dino.account set closed_on = '2026-05-20' where id = $1`, [accounts.ended])
  await owner.query(`update dino.account set created_at = '2026-06-01T09:00:00Z' where id = $1`, [accounts.pending])
  // It moved from the second manager to the first one on 1 June.
  await owner.query(
    `update dino.client_staff set valid_from = '2024-01-15', valid_to = '2026-05-31' where client_id = $1`,
    [clients.moved.id],
  )
  await owner.query(
    `insert into dino.client_staff (client_id, employee_id, role, valid_from) values ($1, $2, 'manager', '2026-06-01')`,
    [clients.moved.id, staff.manager.id],
  )
  await owner.query(`update dino.client_staff set valid_from = '2024-01-15' where client_id <> $1`, [clients.moved.id])
  await owner.query(
    `update dino.client set birth_date = '1980-02-29', dni_valid_until = '2026-06-14', registered_on = '2026-06-02' where id = $1`,
    [clients.one.id],
  )
  await owner.query(`update dino.client set birth_date = '1990-06-13', dni_valid_until = '2026-06-15' where id = $1`, [
    clients.two.id,
  ])
  await make.refresh(...Object.values(clients).map(({ id }) => id))
  callers.direction = await t.as('direction', staff.head.cvl)
  callers.superior = await t.as('supervisor', staff.superior.cvl)
  callers.manager = await t.as('manager', staff.manager.cvl)
  callers.second = await t.as('manager', staff.second.cvl)
})
afterAll(() => t?.drop())

const fetchFigure = async (caller: Caller, figure: FigureKey, query: Query = {}) =>
  (await caller.call(getFigure, { params: { figure }, query })).figure

const on = (day: string): Query => ({ range: 'custom', from: day, to: day })

const toCents = (amount: string): bigint => BigInt(amount.replace(/[.,]/, ''))
const sumCents = (amounts: readonly string[]): bigint => amounts.map(toCents).reduce((sum, one) => sum + one, 0n)

/** What the rows and the file of a figure add up to. */
const sumRows = async (caller: Caller, figure: FigureKey, query: Query) => {
  const params = { figure }
  const { rows } = await caller.call(listFigureRows.page, { params, query: { ...query, pageSize: '200' } })
  const counted = await caller.call(listFigureRows.count, { params, query })
  const file = await caller.send(listFigureRows.exportRows, { params, query: { ...query, format: 'csv' } })
  expect(file.statusCode, file.body).toBe(200)
  const lines = file.body.replace('\uFEFF', '').trim().split('\r\n').slice(1)
  const cells = lines.map((line) => line.split(';').map((cell) => cell.replace(/^"|"$/g, '')))
  return {
    rows: rows.length,
    counted: counted.total,
    lines: lines.length,
    ofRows: sumCents(rows.map(({ amount }) => amount ?? '0.00')),
    ofCount: toCents(counted.totals.amount),
    ofFile: sumCents(cells.map((one) => one.at(-1) || '0,00')),
  }
}

describe('every figure is its rows and its file', () => {
  const ranges: Query[] = [{}, on('2026-05-15'), { range: 'custom', from: '2018-01-01', to: '2026-12-31' }]
  test.each(figureKeys)('%s, in every scope and range, to the cent', async (figure) => {
    for (const caller of [callers.direction, callers.superior, callers.second])
      for (const query of ranges) {
        const { amount, count, parts } = await fetchFigure(caller, figure, query)
        const expected = toCents(amount ?? '0.00')
        expect(await sumRows(caller, figure, query)).toEqual({
          rows: count,
          counted: count,
          lines: count,
          ofRows: expected,
          ofCount: expected,
          ofFile: expected,
        })
        expect(parts.reduce((sum, part) => sum + part.count, 0)).toBe(count)
        expect(sumCents(parts.map((part) => part.amount ?? '0.00'))).toBe(expected)
      }
  })
})

describe('total capital', () => {
  test('agrees with the ledger on random days in every scope', async () => {
    const days = ['2025-06-01', '2026-02-01', '2026-05-01', '2026-05-19', '2026-05-20', '2026-05-31', '2026-06-01']
    const holders = {
      direction: [staff.manager.id, staff.second.id],
      superior: [staff.manager.id],
      manager: [staff.manager.id],
      second: [staff.second.id],
    }
    for (const [name, people] of Object.entries(holders))
      for (const day of days) {
        const { rows } = await t.owner.query<{ sum: string }>(
          `select coalesce(-sum(p.amount), 0)::numeric(18, 2)::text as sum
             from dino.posting p join dino.journal j on j.id = p.journal_id join dino.account a on a.id = p.account_id
            where p.ledger = $3 and j.kind not in ('interest', 'bonus', 'withholding', 'penalty', 'fee') and j.booking_date <= $1
              and a.opened_on <= $1 and (a.closed_on is null or a.closed_on > $1)
              and a.client_id in (select client_id from dino.client_staff where employee_id = any($2) and valid_from <= $1
                                     and (valid_to is null or valid_to >= $1))`,
          [day, people, ledgers.capital],
        )
        const { amount } = await fetchFigure(callers[name as keyof typeof holders], 'totalCapital', on(day))
        expect({ name, day, amount }).toEqual({ name, day, amount: rows[0]!.sum })
      }
  })

  test('moves with its client on the day of the handover', async () => {
    expect((await fetchFigure(callers.manager, 'totalCapital')).amount).toBe('1570.50')
    expect((await fetchFigure(callers.second, 'totalCapital')).amount).toBe('10000.00')
    expect((await fetchFigure(callers.second, 'totalCapital', on('2026-05-31'))).amount).toBe('10070.50')
    const { rows } = await callers.second.call(listFigureRows.page, {
      params: { figure: 'totalCapital' },
      query: on('2026-05-31'),
    })
    const moved = rows.find(({ clientCvl }) => clientCvl === clients.moved.cvl)
    expect(moved).toMatchObject({ amount: '70.50', clientId: null, accountId: null, managerName: null })
  })

  test('tells nobody who manages today a client whom they had then', async () => {
    const params = { figure: 'totalCapital' } as const
    const byManager = async (caller: Caller) => {
      const { groups } = await caller.call(getFigureGroups, { params, query: { ...on('2026-05-31'), by: 'manager' } })
      return groups.map(({ manager, amount }) => [manager?.id ?? null, amount])
    }
    expect(await byManager(callers.second)).toEqual([
      [staff.second.id, '10000.00'],
      [null, '70.50'],
    ])
    expect(await byManager(callers.direction)).toContainEqual([staff.manager.id, '1070.50'])
    const narrowed = async (caller: Caller) => {
      const query = { ...on('2026-05-31'), manager: staff.manager.id }
      const { total } = await caller.call(listFigureRows.count, { params, query })
      return [(await fetchFigure(caller, 'totalCapital', query)).amount, total]
    }
    expect(await narrowed(callers.second)).toEqual(['0.00', 0])
    expect(await narrowed(callers.direction)).toEqual(['1070.50', 2])
  })

  test('counts once a client handed over twice in a day', async () => {
    const day = '2026-04-10'
    const { id } = await t.make.client({ staff: { manager: staff.manager.id } })
    const account = await t.make.account({ clientId: id })
    await t.make.movement(account.id, '11.00', 'contribution', '2026-04-01')
    await t.owner.query(`update dino.client_staff set valid_from = $2 where client_id = $1`, [id, day])
    await t.owner.query(
      `insert into dino.client_staff (client_id, employee_id, role, valid_from, valid_to) values ($1, $2, 'manager', $3, $3)`,
      [id, staff.second.id, day],
    )
    await t.make.refresh(id)
    const fetchRows = async (caller: Caller) =>
      (await caller.call(listFigureRows.page, { params: { figure: 'totalCapital' }, query: on(day) })).rows
    expect((await fetchRows(callers.manager)).some(({ amount }) => amount === '11.00')).toBe(true)
    expect((await fetchRows(callers.second)).some(({ amount }) => amount === '11.00')).toBe(false)
    await t.owner.query(`delete from dino.client_staff where client_id = $1`, [id])
    await t.make.refresh(id)
  })

  test('compares the capital with that of a month and a year before', async () => {
    const { before, yearBefore } = await fetchFigure(callers.manager, 'totalCapital')
    // On 15 May its one account held 1,000, and what ended on 20 May 40 more.
    expect(before).toEqual({ amount: '1040.00', count: 2, change: '530.50', percent: '51.0' })
    expect(yearBefore).toEqual({ amount: '40.00', count: 2, change: '1530.50', percent: '3826.3' })
  })
})

describe('a situation', () => {
  test('opening, flows, moves and idle money give the closing in every scope', async () => {
    const ranges = [
      ['2025-01-01', '2025-12-31'],
      ['2026-01-01', '2026-06-15'],
      ['2026-06-01', '2026-06-15'],
      ['2026-05-15', '2026-06-11'],
      ['2026-05-31', '2026-06-01'],
    ] as const
    for (const caller of Object.values(callers))
      for (const [from, to] of ranges) {
        const eve = new Date(Date.parse(from) - 86_400_000).toISOString().slice(0, 10)
        const query = { range: 'custom', from, to }
        const amountOf = async (figure: FigureKey, when: Query) =>
          toCents((await fetchFigure(caller, figure, when)).amount!)
        const before = (await amountOf('balance', on(eve))) + (await amountOf('idleMoney', on(eve)))
        const after = (await amountOf('balance', on(to))) + (await amountOf('idleMoney', on(to)))
        const moved = (await amountOf('flows', query)) + (await amountOf('portfolioMoves', query))
        expect(before + moved).toBe(after)
      }
  })

  test('a client who changes hands takes what stood in their accounts along', async () => {
    const range = { range: 'custom', from: '2026-06-01', to: '2026-06-15' }
    expect(await fetchFigure(callers.second, 'portfolioMoves', range)).toMatchObject({ amount: '-70.50', count: 1 })
    expect(await fetchFigure(callers.manager, 'portfolioMoves', range)).toMatchObject({ amount: '70.50', count: 1 })
    expect((await fetchFigure(callers.direction, 'portfolioMoves', range)).amount).toBe('0.00')
  })
})

test('pending capital is what was agreed less what has come, then as now', async () => {
  expect(await fetchFigure(callers.manager, 'pendingCapital')).toMatchObject({ amount: '500.00', count: 1 })
  expect((await fetchFigure(callers.manager, 'pendingCapital', on('2026-06-11'))).amount).toBe('800.00')
  expect((await fetchFigure(callers.manager, 'pendingCapital', on('2026-05-31'))).amount).toBe('0.00')
})

test('expirations count the accounts whose term ends in the range', async () => {
  expect((await fetchFigure(callers.manager, 'expirations')).count).toBe(0)
  const range = { range: 'custom', from: '2026-06-16', to: '2026-06-30' }
  expect(await fetchFigure(callers.manager, 'expirations', range)).toMatchObject({
    amount: '1500.00',
    parts: [{ part: 'coming', count: 1 }],
  })
})

describe('generated interest', () => {
  test('counts what is earned to the end less what was before', async () => {
    // 1,000 at 3.65 % earn 10 cents a day, 1,500 earn 15 from 10 June on: 9 days and 6.
    expect((await fetchFigure(callers.manager, 'generatedInterests')).amount).toBe('1.80')
    expect((await fetchFigure(callers.manager, 'generatedInterests', on('2026-06-10'))).amount).toBe('0.15')
  })

  test('tells apart what was posted and what accrued', async () => {
    // 10,000 at 7.3 % and 0.365 % earn 2.00 and 0.10 a day; 120 were posted on 3 June, and earn from there on.
    const { amount, parts } = await fetchFigure(callers.second, 'generatedInterests')
    expect(amount).toBe('31.83')
    expect(parts).toEqual([
      { part: 'posted', amount: '120.00', count: 1 },
      { part: 'accrued', amount: '-88.17', count: 1 },
    ])
  })

  test('a range in parts earns what the whole one does', async () => {
    const whole = await fetchFigure(callers.second, 'generatedInterests', {
      range: 'custom',
      from: '2026-01-01',
      to: '2026-06-15',
    })
    const first = await fetchFigure(callers.second, 'generatedInterests', {
      range: 'custom',
      from: '2026-01-01',
      to: '2026-04-07',
    })
    const rest = await fetchFigure(callers.second, 'generatedInterests', {
      range: 'custom',
      from: '2026-04-08',
      to: '2026-06-15',
    })
    expect(toCents(first.amount!) + toCents(rest.amount!)).toBe(toCents(whole.amount!))
  })
})

describe('figures of clients', () => {
  test('count registrations, ended documents and birthdays', async () => {
    expect((await fetchFigure(callers.direction, 'registeredClients')).count).toBe(1)
    expect((await fetchFigure(callers.direction, 'expiredIds')).count).toBe(1)
    expect((await fetchFigure(callers.direction, 'birthdayClients')).count).toBe(1)
    expect((await fetchFigure(callers.direction, 'birthdayClients', on('2026-02-28'))).count).toBe(1)
    expect((await fetchFigure(callers.direction, 'birthdayClients', on('2024-02-28'))).count).toBe(0)
    expect((await fetchFigure(callers.direction, 'birthdayClients', on('2024-02-29'))).count).toBe(1)
  })
})

describe('who sees which figures', () => {
  test('a person in reach is chosen alone or with their team', async () => {
    const of = staff.superior.id
    expect((await fetchFigure(callers.direction, 'totalCapital', { of })).amount).toBe('0.00')
    expect((await fetchFigure(callers.direction, 'totalCapital', { of, view: 'team' })).amount).toBe('1570.50')
    const { scope } = await callers.direction.call(getDashboard, { query: { of, view: 'team' } })
    expect(scope).toMatchObject({ person: { id: of }, view: 'team', isWholeFirm: false })
  })

  test('nobody out of reach can be chosen', async () => {
    await expect(callers.manager.call(getDashboard, { query: { of: staff.second.id } })).rejects.toThrow('404')
    await expect(fetchFigure(callers.manager, 'totalCapital', { of: staff.second.id })).rejects.toThrow('404')
    const rows = callers.manager.call(listFigureRows.page, {
      params: { figure: 'totalCapital' },
      query: { of: staff.second.id },
    })
    await expect(rows).rejects.toThrow('404')
  })

  test('a figure reaches no further than the right to its data', async () => {
    await t.owner.query(
      `insert into dino.role_grant (role, module, actions, scope) values ('partner', 'bt_Dashboard1', '{view,export}', 'all')`,
    )
    const partner = await t.as('partner', (await t.make.employee({ position: 'partner' })).cvl)
    for (const query of [{}, on('2026-05-15')]) {
      expect((await fetchFigure(partner, 'totalCapital', query)).amount).toBe('0.00')
      expect((await sumRows(partner, 'totalCapital', query)).counted).toBe(0)
    }
  })

  test('a figure of data that somebody may not see is not there', async () => {
    const investments = await t.as('investments', (await t.make.employee({ position: 'investments' })).cvl)
    const { figures: shown } = await investments.call(getDashboard, {})
    const seen = shown.map(({ key }) => key)
    expect(seen).toEqual(dashboardFigures.filter((key) => figures[key].module === 'bt_Clientes'))
    await expect(fetchFigure(investments, 'withdrawalRequests')).rejects.toThrow('404')
    await expect(sumRows(investments, 'withdrawalRequests', {})).rejects.toThrow('404')
  })

  test('days of one’s own are asked for both, and in order', async () => {
    const days = [
      {},
      { from: '2026-06-01' },
      { to: '2026-06-01' },
      { from: '2026-06-02', to: '2026-06-01' },
      { from: '0001-01-01', to: '2026-06-01' },
      { from: '2026-06-01', to: '9999-12-31' },
    ]
    for (const range of days)
      await expect(callers.direction.call(getDashboard, { query: { range: 'custom', ...range } })).rejects.toThrow(
        '400',
      )
  })
})

describe('document of a figure', () => {
  const print = async (caller: Caller, figure: FigureKey, query: Query) => {
    const response = await caller.send(printFigure, { params: { figure }, query })
    return {
      status: response.statusCode,
      text: response.statusCode === 200 ? readPdf(response.rawPayload).pages.flat().join('\n') : '',
    }
  }

  test('tells value, parts, products and comparison', async () => {
    const printed = await print(callers.direction, 'totalCapital', {})
    const tile = await fetchFigure(callers.direction, 'totalCapital')
    expect(printed.status).toBe(200)
    for (const text of ['Capital total', 'Toda la entidad', 'Desglose', 'Periodo anterior', 'Plazo fijo'])
      expect(printed.text).toContain(text)
    const [whole, cents] = tile.amount!.split('.')
    expect(printed.text).toContain(
      `${Number(whole).toLocaleString('es', { useGrouping: 'always' } as object)},${cents}`,
    )
  })

  test('shows the months of a longer range', async () => {
    const { text } = await print(callers.direction, 'flows', { range: 'custom', from: '2026-01-01', to: '2026-06-15' })
    expect(text).toContain('05/2026')
  })

  test('refuses a figure that the caller does not see', async () => {
    const user = await t.as('hr', (await t.make.employee()).cvl)
    expect((await print(user, 'totalCapital', {})).status).toBe(403)
  })
})

test('an account that is given up before it opens waits until that day', async () => {
  const { make, owner } = t
  const { id } = await make.account({
    clientId: clients.two.id,
    status: 'pending',
    openedOn: null,
    agreedAmount: '900.00',
  })
  await owner.query(
    `update dino.account set status = 'canceled', close_reason = 'a test', closed_on = '2026-06-05', created_at = '2026-06-01T09:00:00Z' where id = $1`,
    [id],
  )
  expect((await fetchFigure(callers.second, 'pendingCapital', on('2026-06-04'))).amount).toBe('900.00')
  expect((await fetchFigure(callers.second, 'pendingCapital', on('2026-06-05'))).amount).toBe('0.00')
})
