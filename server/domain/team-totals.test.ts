import { afterAll, beforeAll, expect, test } from 'vitest'
import { getFigure, getSituation } from '#contract/figures.ts'
import { createTestLives, type TestLives, today } from '#server/features/figures/test-lives.ts'
import { verifyLedger } from '#server/features/ledger/verify-ledger.ts'
import { findKeptTotalsScope } from './kept-scope.ts'

let lives: TestLives
let caller: Awaited<ReturnType<TestLives['t']['as']>>
let teams: Record<'head' | 'north' | 'south', string[]>

/** With the rows of the client list, which follow whoever changes an account. */
const fold = () => lives.t.owner.query('select dino.fold_totals(), dino.refresh_client_list()')
const verify = () => verifyLedger({ ...lives.t, prefix: 'dino' }, undefined)

const findTeam = async (supervisorId: string): Promise<string[]> => {
  const { rows } = await lives.t.owner.query<{ id: string }>(
    'select employee_id::text as id from dino.employee_team where supervisor_id = $1',
    [supervisorId],
  )
  return rows.map(({ id }) => id)
}

beforeAll(async () => {
  lives = await createTestLives(4711)
  // Links that end today are left to the rows; here all that is kept is looked at.
  await lives.t.owner.query(
    `update dino.client_staff set valid_to = valid_to - 1, valid_from = least(valid_from, valid_to - 1) where valid_to >= $1`,
    [today],
  )
  const { head, north, south } = lives.staff
  caller = await lives.t.as('direction', head.cvl)
  teams = { head: await findTeam(head.id), north: await findTeam(north.id), south: await findTeam(south.id) }
}, 120_000)
afterAll(() => lives?.t.drop())

const readTotals = async () => {
  const read = async (statement: string) => (await lives.t.owner.query(statement)).rows
  return {
    clients: await read('select * from dino.team_client order by client_id, supervisor_id, since'),
    flows: await read(
      'select * from dino.total_team_flow where amount <> 0 or movements <> 0 order by supervisor_id, is_month, day, product_id, kind',
    ),
    stocks: await read(
      `select * from dino.total_day_team_stock
        where (principal, balance, idle_principal, idle_balance, opened, came, went) <> (0, 0, 0, 0, 0, 0, 0) order by supervisor_id, day, product_id`,
    ),
  }
}

test('what is kept of teams is the same when it is made anew', async () => {
  await fold()
  const kept = await readTotals()
  expect(Math.min(kept.clients.length, kept.flows.length, kept.stocks.length)).toBeGreaterThan(20)
  expect((await verify()).differenceList).toEqual([])
  await lives.t.owner.query('select dino.rebuild_teams()')
  expect(await readTotals()).toEqual(kept)
})

const all = [{ all: true, staffIds: [], zoneId: null }]
const findScope = (staffIds: readonly string[] | null, people: string[] | null, zoneId: string | null = null) => {
  const scopes = staffIds === null ? all : [{ all: false, staffIds: [...staffIds], zoneId }]
  return findKeptTotalsScope({ ctx: { ...direction(), scopes }, people })
}
const direction = () => ({ db: lives.t.db, businessDate: today }) as Parameters<typeof findKeptTotalsScope>[0]['ctx']

test('totals are found for the firm, whole teams and one person', async () => {
  const { head, north } = lives.staff
  expect(await findScope(null, null)).toEqual({ teamOf: null })
  expect(await findScope(null, teams.north)).toEqual({ teamOf: north.id })
  expect(await findScope(teams.north, null)).toEqual({ teamOf: north.id })
  expect(await findScope(teams.head, null)).toEqual({ teamOf: head.id })
  expect(await findScope(teams.head, teams.north)).toEqual({ teamOf: north.id })
  expect(await findScope(null, [north.id])).toEqual({ teamOf: `-${north.id}` })
  expect(await findScope([north.id], null)).toEqual({ teamOf: `-${north.id}` })
  expect(await findScope(teams.head, [north.id])).toEqual({ teamOf: `-${north.id}` })
  expect(await findScope([], teams.north, lives.zones[0])).toBe(null)
  expect(await findScope(teams.north, null, lives.zones[0])).toBe(null)
})

test('no totals are found for part of a team, nobody, or a zone', async () => {
  expect(await findScope(null, [])).toBe(null)
  expect(await findScope([lives.staff.north.id], null, lives.zones[0])).toBe(null)
  expect(await findScope(null, teams.head.slice(1))).toBe(null)
  expect(await findScope([...teams.north, lives.staff.banker.id], teams.head)).toBe(null)
  expect(await findScope(teams.north, teams.south)).toBe(null)
})

const readFigures = async (whose: { of: string; view: 'team' | 'individual' }) => {
  const query = {
    range: 'custom',
    from: '2025-09-01',
    to: '2026-05-31',
    ...whose,
  } as const
  const { situation } = await caller.call(getSituation, { query })
  const figures = await Promise.all(
    (['totalCapital', 'balance', 'flows', 'portfolioMoves', 'idleMoney'] as const).map(
      async (figure) => (await caller.call(getFigure, { params: { figure }, query })).figure,
    ),
  )
  return { situation, figures }
}

test.each(['team', 'individual'] as const)('totals, what waits, and rows give the same figures: %s', async (view) => {
  await fold()
  const { rows } = await lives.t.owner.query<{ id: string; manager: string }>(
    `select a.id, s.employee_id::text as manager from dino.account a
       join dino.client_staff s on s.client_id = a.client_id and s.role = 'manager' and s.valid_to is null
      where a.status = 'active' limit 1`,
  )
  const [{ id, manager }] = rows as [{ id: string; manager: string }]
  await lives.t.make.movement(id, '77.01', 'contribution', lives.openDay)
  await lives.t.make.movement(id, '5.55', 'interest', today)
  const of = view === 'team' ? lives.staff.head.id : manager
  const people = view === 'team' ? teams.head : [manager]
  expect(await findScope(null, people)).toEqual({ teamOf: view === 'team' ? of : `-${of}` })
  const waiting = await readFigures({ of, view })
  await fold()
  expect(await readFigures({ of, view })).toEqual(waiting)
  await lives.t.owner.query('insert into dino.team_client_due (client_id) select min(id) from dino.client')
  expect(await findScope(null, people)).toBe(null)
  expect(await readFigures({ of, view })).toEqual(waiting)
})

test('a client leaves on the day on which another link begins', async () => {
  await lives.t.owner.query('delete from dino.team_client_due')
  const { rows } = await lives.t.owner.query<{ client: string; of: string }>(
    `update dino.client_staff s set valid_to = '2026-05-20'
      where s.id = (select l.id from dino.client_staff l join dino.client_list c using (client_id)
                     where l.role = 'manager' and l.valid_to is null and l.valid_from < '2026-05-20' and c.balance <> 0
                     order by l.id limit 1) returning client_id::text as client, employee_id::text as of`,
  )
  const [{ client, of }] = rows as [{ client: string; of: string }]
  await lives.t.owner.query(
    `insert into dino.client_staff (client_id, employee_id, role, valid_from) values ($1, $2, 'manager', '2026-05-20')`,
    [client, lives.staff.banker.id],
  )
  await lives.t.make.refresh(client)
  await fold()
  const { situation, figures } = await readFigures({ of, view: 'individual' })
  const findOutgoing = (parts: readonly { part: string | null; amount: string | null }[]) =>
    parts.find(({ part }) => part === 'went')?.amount
  expect(findOutgoing(situation.lines)).toMatch(/^-/)
  expect(findOutgoing(figures.find(({ key }) => key === 'portfolioMoves')!.parts)).toBe(findOutgoing(situation.lines))
})

test.each(['team_client', 'total_team_flow', 'total_day_team_stock'])('a difference of %s is found', async (table) => {
  await fold()
  const change = {
    team_client: 'since = since - 400',
    total_team_flow: 'movements = movements + 1',
    total_day_team_stock: 'came = came + 1',
  }[table]
  await lives.t.owner.query(`begin; update dino.${table} set ${change}; commit`)
  const { differenceList } = await verify()
  expect(differenceList.map(({ what }) => what)).toContain(table)
  await lives.t.owner.query('select dino.rebuild_teams()')
  expect((await verify()).differences).toBe(0)
})
