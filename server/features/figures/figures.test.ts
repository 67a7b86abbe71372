import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FigureKey, figureKeys } from '#contract/figures/keys.ts'
import { getFigureGroups, listFigureRows, printFigure } from '#contract/figures.ts'
import { ledgers } from '#rules/ledgers.ts'
import { readPdf } from '#test/harness/read-pdf.ts'
import {
  type Caller,
  createFiguresFixture,
  type FiguresFixture,
  fetchFigure,
  onDay,
  type Query,
  sumCents,
  sumRows,
  toCents,
} from './test-figures.ts'

/** Today is 2026-06-15. */
let f: FiguresFixture
beforeAll(async () => {
  f = await createFiguresFixture()
})
afterAll(() => f?.t.drop())

describe('every figure is its rows and its file', () => {
  const ranges: Query[] = [{}, onDay('2026-05-15'), { range: 'custom', from: '2018-01-01', to: '2026-12-31' }]
  test.each(figureKeys)('%s, in every scope and range, to the cent', async (figure) => {
    for (const caller of [f.callers.direction, f.callers.superior, f.callers.second])
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
      direction: [f.people.manager.id, f.people.second.id],
      superior: [f.people.manager.id],
      manager: [f.people.manager.id],
      second: [f.people.second.id],
    }
    for (const [name, people] of Object.entries(holders))
      for (const day of days) {
        const { rows } = await f.t.owner.query<{ sum: string }>(
          `select coalesce(-sum(p.amount), 0)::numeric(18, 2)::text as sum
             from dino.posting p join dino.journal j on j.id = p.journal_id join dino.account a on a.id = p.account_id
            where p.ledger = $3 and j.kind not in ('interest', 'bonus', 'withholding', 'penalty', 'fee') and j.booking_date <= $1
              and a.opened_on <= $1 and (a.closed_on is null or a.closed_on > $1)
              and a.client_id in (select client_id from dino.client_staff where employee_id = any($2) and valid_from <= $1
                                     and (valid_to is null or valid_to >= $1))`,
          [day, people, ledgers.capital],
        )
        const { amount } = await fetchFigure(f.callers[name as keyof typeof holders], 'totalCapital', onDay(day))
        expect({ name, day, amount }).toEqual({ name, day, amount: rows[0]!.sum })
      }
  })

  test('moves with its client on the day of the handover', async () => {
    expect((await fetchFigure(f.callers.manager, 'totalCapital')).amount).toBe('1570.50')
    expect((await fetchFigure(f.callers.second, 'totalCapital')).amount).toBe('10000.00')
    expect((await fetchFigure(f.callers.second, 'totalCapital', onDay('2026-05-31'))).amount).toBe('10070.50')
    const { rows } = await f.callers.second.call(listFigureRows.page, {
      params: { figure: 'totalCapital' },
      query: onDay('2026-05-31'),
    })
    const moved = rows.find(({ clientCvl }) => clientCvl === f.clients.moved.cvl)
    expect(moved).toMatchObject({ amount: '70.50', clientId: null, accountId: null, managerName: null })
  })

  test('tells nobody who manages today a client whom they had then', async () => {
    const params = { figure: 'totalCapital' } as const
    const byManager = async (caller: Caller) => {
      const { groups } = await caller.call(getFigureGroups, {
        params,
        query: { ...onDay('2026-05-31'), by: 'manager' },
      })
      return groups.map(({ manager, amount }) => [manager?.id ?? null, amount])
    }
    expect(await byManager(f.callers.second)).toEqual([
      [f.people.second.id, '10000.00'],
      [null, '70.50'],
    ])
    expect(await byManager(f.callers.direction)).toContainEqual([f.people.manager.id, '1070.50'])
    const narrowed = async (caller: Caller) => {
      const query = { ...onDay('2026-05-31'), manager: f.people.manager.id }
      const { total } = await caller.call(listFigureRows.count, { params, query })
      return [(await fetchFigure(caller, 'totalCapital', query)).amount, total]
    }
    expect(await narrowed(f.callers.second)).toEqual(['0.00', 0])
    expect(await narrowed(f.callers.direction)).toEqual(['1070.50', 2])
  })

  test('counts once a client handed over twice in a day', async () => {
    const day = '2026-04-10'
    const { id } = await f.t.make.client({ staff: { manager: f.people.manager.id } })
    const account = await f.t.make.account({ clientId: id })
    await f.t.make.movement(account.id, '11.00', 'contribution', '2026-04-01')
    await f.t.owner.query(`update dino.client_staff set valid_from = $2 where client_id = $1`, [id, day])
    await f.t.owner.query(
      `insert into dino.client_staff (client_id, employee_id, role, valid_from, valid_to) values ($1, $2, 'manager', $3, $3)`,
      [id, f.people.second.id, day],
    )
    await f.t.make.refresh(id)
    const fetchRows = async (caller: Caller) =>
      (await caller.call(listFigureRows.page, { params: { figure: 'totalCapital' }, query: onDay(day) })).rows
    expect((await fetchRows(f.callers.manager)).some(({ amount }) => amount === '11.00')).toBe(true)
    expect((await fetchRows(f.callers.second)).some(({ amount }) => amount === '11.00')).toBe(false)
    await f.t.owner.query(`delete from dino.client_staff where client_id = $1`, [id])
    await f.t.make.refresh(id)
  })

  test('compares the capital with that of a month and a year before', async () => {
    const { before, yearBefore } = await fetchFigure(f.callers.manager, 'totalCapital')
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
    for (const caller of Object.values(f.callers))
      for (const [from, to] of ranges) {
        const eve = new Date(Date.parse(from) - 86_400_000).toISOString().slice(0, 10)
        const query = { range: 'custom', from, to }
        const amountOf = async (figure: FigureKey, when: Query) =>
          toCents((await fetchFigure(caller, figure, when)).amount!)
        const before = (await amountOf('balance', onDay(eve))) + (await amountOf('idleMoney', onDay(eve)))
        const after = (await amountOf('balance', onDay(to))) + (await amountOf('idleMoney', onDay(to)))
        const moved = (await amountOf('flows', query)) + (await amountOf('portfolioMoves', query))
        expect(before + moved).toBe(after)
      }
  })

  test('a client who changes hands takes what stood in their accounts along', async () => {
    const range = { range: 'custom', from: '2026-06-01', to: '2026-06-15' }
    expect(await fetchFigure(f.callers.second, 'portfolioMoves', range)).toMatchObject({ amount: '-70.50', count: 1 })
    expect(await fetchFigure(f.callers.manager, 'portfolioMoves', range)).toMatchObject({ amount: '70.50', count: 1 })
    expect((await fetchFigure(f.callers.direction, 'portfolioMoves', range)).amount).toBe('0.00')
  })
})

test('pending capital is what was agreed less what has come, then as now', async () => {
  expect(await fetchFigure(f.callers.manager, 'pendingCapital')).toMatchObject({ amount: '500.00', count: 1 })
  expect((await fetchFigure(f.callers.manager, 'pendingCapital', onDay('2026-06-11'))).amount).toBe('800.00')
  expect((await fetchFigure(f.callers.manager, 'pendingCapital', onDay('2026-05-31'))).amount).toBe('0.00')
})

test('expirations count the accounts whose term ends in the range', async () => {
  expect((await fetchFigure(f.callers.manager, 'expirations')).count).toBe(0)
  const range = { range: 'custom', from: '2026-06-16', to: '2026-06-30' }
  expect(await fetchFigure(f.callers.manager, 'expirations', range)).toMatchObject({
    amount: '1500.00',
    parts: [{ part: 'coming', count: 1 }],
  })
})

describe('generated interest', () => {
  test('counts what is earned to the end less what was before', async () => {
    // 1,000 at 3.65 % earn 10 cents a day, 1,500 earn 15 from 10 June on: 9 days and 6.
    expect((await fetchFigure(f.callers.manager, 'generatedInterests')).amount).toBe('1.80')
    expect((await fetchFigure(f.callers.manager, 'generatedInterests', onDay('2026-06-10'))).amount).toBe('0.15')
  })

  test('tells apart what was posted and what accrued', async () => {
    // 10,000 at 7.3 % and 0.365 % earn 2.00 and 0.10 a day; 120 were posted on 3 June, and earn from there on.
    const { amount, parts } = await fetchFigure(f.callers.second, 'generatedInterests')
    expect(amount).toBe('31.83')
    expect(parts).toEqual([
      { part: 'posted', amount: '120.00', count: 1 },
      { part: 'accrued', amount: '-88.17', count: 1 },
    ])
  })

  test('a range in parts earns what the whole one does', async () => {
    const whole = await fetchFigure(f.callers.second, 'generatedInterests', {
      range: 'custom',
      from: '2026-01-01',
      to: '2026-06-15',
    })
    const first = await fetchFigure(f.callers.second, 'generatedInterests', {
      range: 'custom',
      from: '2026-01-01',
      to: '2026-04-07',
    })
    const rest = await fetchFigure(f.callers.second, 'generatedInterests', {
      range: 'custom',
      from: '2026-04-08',
      to: '2026-06-15',
    })
    expect(toCents(first.amount!) + toCents(rest.amount!)).toBe(toCents(whole.amount!))
  })
})

describe('figures of clients', () => {
  test('count registrations, ended documents and birthdays', async () => {
    expect((await fetchFigure(f.callers.direction, 'registeredClients')).count).toBe(1)
    expect((await fetchFigure(f.callers.direction, 'expiredIds')).count).toBe(1)
    expect((await fetchFigure(f.callers.direction, 'birthdayClients')).count).toBe(1)
    expect((await fetchFigure(f.callers.direction, 'birthdayClients', onDay('2026-02-28'))).count).toBe(1)
    expect((await fetchFigure(f.callers.direction, 'birthdayClients', onDay('2024-02-28'))).count).toBe(0)
    expect((await fetchFigure(f.callers.direction, 'birthdayClients', onDay('2024-02-29'))).count).toBe(1)
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
    const printed = await print(f.callers.direction, 'totalCapital', {})
    const tile = await fetchFigure(f.callers.direction, 'totalCapital')
    expect(printed.status).toBe(200)
    for (const text of ['Capital total', 'Toda la entidad', 'Desglose', 'Periodo anterior', 'Plazo fijo'])
      expect(printed.text).toContain(text)
    const [whole, cents] = tile.amount!.split('.')
    expect(printed.text).toContain(
      `${Number(whole).toLocaleString('es', { useGrouping: 'always' } as object)},${cents}`,
    )
  })

  test('shows the months of a longer range', async () => {
    const { text } = await print(f.callers.direction, 'flows', {
      range: 'custom',
      from: '2026-01-01',
      to: '2026-06-15',
    })
    expect(text).toContain('05/2026')
  })

  test('refuses a figure that the caller does not see', async () => {
    const user = await f.t.as('hr', (await f.t.make.employee()).cvl)
    expect((await print(user, 'totalCapital', {})).status).toBe(403)
  })
})

test('an account that is given up before it opens waits until that day', async () => {
  const { make, owner } = f.t
  const { id } = await make.account({
    clientId: f.clients.two.id,
    status: 'pending',
    openedOn: null,
    agreedAmount: '900.00',
  })
  await owner.query(
    `update dino.account set status = 'canceled', close_reason = 'a test', closed_on = '2026-06-05', created_at = '2026-06-01T09:00:00Z' where id = $1`,
    [id],
  )
  expect((await fetchFigure(f.callers.second, 'pendingCapital', onDay('2026-06-04'))).amount).toBe('900.00')
  expect((await fetchFigure(f.callers.second, 'pendingCapital', onDay('2026-06-05'))).amount).toBe('0.00')
})
