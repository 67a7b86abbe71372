import { expect } from 'vitest'
import type { FigureKey } from '#contract/figures/keys.ts'
import { getFigure, listFigureRows } from '#contract/figures.ts'
import { createTestTenant, type TestTenant } from '#test/harness/tenant.ts'

export type Caller = Awaited<ReturnType<TestTenant['as']>>
export type Query = Record<string, string>
export type FiguresFixture = Awaited<ReturnType<typeof createFiguresFixture>>
type People = Record<'head' | 'superior' | 'manager' | 'second', { id: string; cvl: string }>
type Clients = Record<'one' | 'two' | 'moved', { id: string; cvl: string }>

const makePeople = async ({ make }: TestTenant): Promise<People> => {
  const head = await make.employee({ position: 'direction' })
  const superior = await make.employee({ position: 'supervisor', supervisorId: head.id })
  const manager = await make.employee({ supervisorId: superior.id })
  const second = await make.employee({ supervisorId: head.id })
  return { head, superior, manager, second }
}

const makeAccounts = async ({ make, owner }: TestTenant, clients: Clients): Promise<void> => {
  const open = async (clientId: string, given: Parameters<typeof make.account>[0] = {}) =>
    (await make.account({ clientId, ...given })).id
  const one = await open(clients.one.id, { rate: '3.65', expiresOn: '2026-06-20' })
  const two = await open(clients.two.id, { rate: '7.3', bonusRate: '0.365' })
  const moved = await open(clients.moved.id)
  const ended = await open(clients.one.id, { openedOn: '2025-01-01', status: 'canceled' })
  const pending = await open(clients.one.id, { status: 'pending', openedOn: null, agreedAmount: '800.00' })
  await make.movement(one, '1000.00', 'contribution', '2026-05-01')
  await make.movement(one, '500.00', 'contribution', '2026-06-10')
  await make.movement(two, '10000.00', 'contribution', '2026-01-01')
  await make.movement(two, '120.00', 'interest', '2026-06-03')
  await make.movement(moved, '70.50', 'contribution', '2026-02-01')
  await make.movement(pending, '300.00', 'contribution', '2026-06-12')
  await make.movement(ended, '40.00', 'contribution', '2025-02-01')
  await make.movement(ended, '-40.00', 'cancellation', '2026-05-20')
  await owner.query(`update dino.account set closed_on = '2026-05-20' where id = $1`, [ended])
  await owner.query(`update dino.account set created_at = '2026-06-01T09:00:00Z' where id = $1`, [pending])
}

/** It moved from the second manager to the first one on 1 June. */
const handOver = async ({ owner }: TestTenant, people: People, { moved }: Clients): Promise<void> => {
  await owner.query(
    `update dino.client_staff set valid_from = '2024-01-15', valid_to = '2026-05-31' where client_id = $1`,
    [moved.id],
  )
  await owner.query(
    `insert into dino.client_staff (client_id, employee_id, role, valid_from) values ($1, $2, 'manager', '2026-06-01')`,
    [moved.id, people.manager.id],
  )
  await owner.query(`update dino.client_staff set valid_from = '2024-01-15' where client_id <> $1`, [moved.id])
}

/** Two teams with money of every kind. Today is 2026-06-15. */
export const createFiguresFixture = async () => {
  const t = await createTestTenant('dino')
  const { make, owner } = t
  const people = await makePeople(t)
  const clients: Clients = {
    one: await make.client({ staff: { manager: people.manager.id } }),
    two: await make.client({ staff: { manager: people.second.id } }),
    moved: await make.client({ staff: { manager: people.second.id } }),
  }
  await makeAccounts(t, clients)
  await handOver(t, people, clients)
  await owner.query(
    `update dino.client set birth_date = '1980-02-29', dni_valid_until = '2026-06-14', registered_on = '2026-06-02' where id = $1`,
    [clients.one.id],
  )
  await owner.query(`update dino.client set birth_date = '1990-06-13', dni_valid_until = '2026-06-15' where id = $1`, [
    clients.two.id,
  ])
  await make.refresh(...Object.values(clients).map(({ id }) => id))
  const callers = {
    direction: await t.as('direction', people.head.cvl),
    superior: await t.as('supervisor', people.superior.cvl),
    manager: await t.as('manager', people.manager.cvl),
    second: await t.as('manager', people.second.cvl),
  }
  return { t, people, clients, callers }
}

export const fetchFigure = async (caller: Caller, figure: FigureKey, query: Query = {}) =>
  (await caller.call(getFigure, { params: { figure }, query })).figure

export const onDay = (day: string): Query => ({ range: 'custom', from: day, to: day })

export const toCents = (amount: string): bigint => BigInt(amount.replace(/[.,]/, ''))
export const sumCents = (amounts: readonly string[]): bigint => amounts.map(toCents).reduce((sum, one) => sum + one, 0n)

/** What the rows and the file of a figure add up to. */
export const sumRows = async (caller: Caller, figure: FigureKey, query: Query) => {
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
