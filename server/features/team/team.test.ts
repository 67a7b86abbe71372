import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enterStaffView, leaveStaffView } from '#contract/auth/staff-view.ts'
import { listClients } from '#contract/clients.ts'
import { exportTeam, getTeam, listCaptationMovements, listTeamPeople, type TeamCard } from '#contract/team.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type TestEmployee = Awaited<ReturnType<Tenant['make']['employee']>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
/** head → superior → (manager → advisor, second); an outsider beside them. */
const testStaff = {} as Record<'head' | 'superior' | 'manager' | 'second' | 'advisor' | 'outsider', TestEmployee>
let direction: Caller
let superiorCaller: Caller
let manager: Caller
/** Looked after by the manager with the advisor, by the second, by the outsider with the advisor. */
const testClients = {} as Record<'shared' | 'seconds' | 'strangers', { id: string; cvl: string }>
const testAccountIds = {} as Record<keyof typeof testClients, string>

const foldTotals = () => sql`select fold_totals()`.execute(t.db)

beforeAll(async () => {
  t = await createTestTenant('dino')
  const { make } = t
  testStaff.head = await make.employee({ position: 'direction' })
  testStaff.superior = await make.employee({ position: 'supervisor', supervisorId: testStaff.head.id, name: 'Blanca' })
  testStaff.manager = await make.employee({ supervisorId: testStaff.superior.id, name: 'Marta' })
  testStaff.second = await make.employee({ supervisorId: testStaff.superior.id, name: 'Álvaro' })
  testStaff.advisor = await make.employee({ supervisorId: testStaff.manager.id, position: 'advisor', name: 'Ada' })
  testStaff.outsider = await make.employee({ supervisorId: testStaff.head.id, name: 'Extraño' })
  const { manager: m, second, advisor, outsider } = testStaff
  testClients.shared = await make.client({ staff: { manager: m.id, advisor: advisor.id } })
  testClients.seconds = await make.client({ staff: { manager: second.id } })
  testClients.strangers = await make.client({ staff: { manager: outsider.id, advisor: advisor.id } })
  for (const [name, { id }] of Object.entries(testClients))
    testAccountIds[name as keyof typeof testClients] = (await make.account({ clientId: id })).id
  // Today is 2026-06-15. Some is folded into the totals, the rest waits.
  await make.movement(testAccountIds.shared, '1000.10', 'contribution', '2025-12-31')
  await make.movement(testAccountIds.shared, '500.05', 'contribution', '2026-01-01')
  await make.movement(testAccountIds.shared, '70.00', 'interest', '2026-06-02')
  await make.movement(testAccountIds.shared, '200.33', 'contribution', '2026-06-01')
  await make.movement(testAccountIds.seconds, '900.00', 'contribution', '2026-05-31')
  await foldTotals()
  await make.movement(testAccountIds.seconds, '-100.01', 'withdrawal', '2026-06-15')
  await make.movement(testAccountIds.seconds, '-50.00', 'cancellation', '2026-06-10')
  await make.movement(testAccountIds.strangers, '10.00', 'contribution', '2026-06-10')
  await make.refresh(...Object.values(testClients).map(({ id }) => id))
  direction = await t.as('direction', testStaff.head.cvl)
  superiorCaller = await t.as('supervisor', testStaff.superior.cvl)
  manager = await t.as('manager', testStaff.manager.cvl)
})
afterAll(() => t?.drop())

const fetchTeam = (caller: Caller, of?: TestEmployee) => caller.call(getTeam, of ? { query: { of: of.id } } : {})
const fetchTeamCard = async (caller: Caller, of: TestEmployee): Promise<TeamCard> =>
  (await fetchTeam(caller, of)).person!
const buildCaptation = (gross: string, out: string, net: string) => ({ gross, out, net })
const fetchCaptationRows = async (
  caller: Caller,
  of: TestEmployee,
  period: 'month' | 'year',
  view: 'individual' | 'team',
) => {
  const params = { employeeId: of.id }
  const query = { period, view }
  const { rows } = await caller.call(listCaptationMovements.page, { params, query: { ...query, pageSize: '200' } })
  const count = await caller.call(listCaptationMovements.count, { params, query })
  const file = await caller.send(listCaptationMovements.exportRows, { params, query: { ...query, format: 'csv' } })
  expect(file.statusCode, file.body).toBe(200)
  return { rows, count, lines: parseCsvLines(file.body) }
}
const parseCsvLines = (csv: string): string[][] =>
  csv
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n')
    .map((line) => line.split(';').map((cell) => cell.replace(/^"|"$/g, '')))
const toCents = (amount: string): bigint => BigInt(amount.replace(/[.,]/, ''))
const sumAmounts = (amounts: string[]): bigint => amounts.map(toCents).reduce((a, b) => a + b, 0n)

test('captation shows its unconfirmed part and lists those rows alone', async () => {
  const params = { employeeId: testStaff.manager.id }
  const { rows } = await t.owner.query<{ id: string }>(
    `select j.id from dino.journal j join dino.posting p on p.journal_id = j.id
      where p.account_id = $1 and j.booking_date = '2026-06-01' and j.kind = 'contribution'`,
    [testAccountIds.shared],
  )
  await t.owner.query(
    `insert into dino.unconfirmed_contribution (account_id, journal_id, amount, noted_on) values ($1, $2, 200.33, '2026-06-01')`,
    [testAccountIds.shared, rows[0]!.id],
  )
  const countOf = (query: { unconfirmed?: 'true' | 'false'; period?: 'year' }) =>
    direction.call(listCaptationMovements.count, { params, query })
  const { totals } = await countOf({ period: 'year' })
  expect(totals).toMatchObject({ gross: '700.38', unconfirmed: '200.33' })
  const query = { period: 'year', unconfirmed: 'true' } as const
  const page = await direction.call(listCaptationMovements.page, { params, query })
  expect(page.rows.map(({ amount }) => amount)).toEqual(['200.33'])
  expect(await countOf(query)).toMatchObject({ total: 1, totals: { gross: '200.33', net: '200.33' } })
  const confirmed = await direction.call(listCaptationMovements.page, {
    params,
    query: { ...query, unconfirmed: 'false' },
  })
  const counted = await countOf({ ...query, unconfirmed: 'false' })
  expect(counted).toMatchObject({ total: confirmed.rows.length, totals: { gross: '500.05', unconfirmed: '0.00' } })
  await t.owner.query('delete from dino.unconfirmed_contribution')
})

test('the captation trend adds up a team month by month and compares complete months', async () => {
  const { captationTrend } = await fetchTeamCard(superiorCaller, testStaff.superior)
  const values = new Map(captationTrend!.points.map(({ through, value }) => [through, value]))
  expect(captationTrend!.points).toHaveLength(13)
  expect(values.get('2025-12-31')).toBe('1000.10')
  expect(values.get('2026-01-31')).toBe('500.05')
  expect(values.get('2026-02-28')).toBe('0.00')
  expect(values.get('2026-05-31')).toBe('900.00')
  expect(values.get('2026-06-15')).toBe('200.33')
  expect(captationTrend!.change).toMatchObject({ from: '2026-04-30', through: '2026-05-31', amount: '900.00' })
  expect((await fetchTeamCard(direction, testStaff.advisor)).captationTrend).toBeNull()
})

describe('the card of an employee', () => {
  test('a card shows clients, capital and captation to the cent, beside its team', async () => {
    const { person, people, above, monthFrom, yearFrom, through } = await fetchTeam(superiorCaller)
    expect({ monthFrom, yearFrom, through }).toEqual({
      monthFrom: '2026-06-01',
      yearFrom: '2026-01-01',
      through: '2026-06-15',
    })
    expect(above).toEqual([])
    const none = buildCaptation('0.00', '0.00', '0.00')
    expect(person).toMatchObject({
      id: testStaff.superior.id,
      reports: 2,
      under: 3,
      own: { clients: 0, capital: '0.00', month: none, year: none },
      team: {
        clients: 2,
        // The interest is no capital.
        capital: '2450.47',
        month: buildCaptation('200.33', '-150.01', '50.32'),
        year: buildCaptation('1600.38', '-150.01', '1450.37'),
      },
    })
    expect(people.map(({ name }) => name)).toEqual(['Álvaro', 'Marta'])
    expect(people[1]).toMatchObject({
      linkedAs: 'manager',
      reports: 1,
      own: {
        clients: 1,
        capital: '1700.48',
        month: buildCaptation('200.33', '0.00', '200.33'),
        year: buildCaptation('700.38', '0.00', '700.38'),
      },
      team: { clients: 1, capital: '1700.48' },
    })
    expect(people[0]).toMatchObject({ reports: 0, team: null, own: { clients: 1, capital: '749.99' } })
  })

  test('counts an advisor by that link, and each client once in a team', async () => {
    expect(await fetchTeamCard(superiorCaller, testStaff.advisor)).toMatchObject({
      linkedAs: 'advisor',
      own: { clients: 2, capital: '1710.48', year: buildCaptation('0.00', '0.00', '0.00') },
      team: null,
    })
    expect((await fetchTeamCard(direction, testStaff.head)).team).toMatchObject({ clients: 3, capital: '2460.47' })
  })

  test('a card shows the supervisors in scope and the direct reports', async () => {
    const { above, people } = await fetchTeam(superiorCaller, testStaff.advisor)
    expect(above.map(({ id }) => id)).toEqual([testStaff.superior.id, testStaff.manager.id])
    expect(people).toEqual([])
    expect((await fetchTeam(direction, testStaff.advisor)).above.map(({ id }) => id)).toEqual([
      testStaff.head.id,
      testStaff.superior.id,
      testStaff.manager.id,
    ])
  })

  test('a user without an employee record gets the card of the top', async () => {
    const { person, people } = await fetchTeam(await t.as('admin'))
    expect(person).toBeNull()
    expect(people.map(({ id }) => id)).toEqual([testStaff.head.id])
  })

  test('employees out of scope appear in no card, list, row or file', async () => {
    for (const outside of [testStaff.outsider, testStaff.head]) {
      await expect(fetchTeam(superiorCaller, outside)).rejects.toMatchObject({ status: 404 })
      for (const endpoint of [listCaptationMovements.page, listCaptationMovements.count])
        await expect(superiorCaller.call(endpoint, { params: { employeeId: outside.id } })).rejects.toMatchObject({
          status: 404,
        })
      expect((await superiorCaller.send(exportTeam, { query: { of: outside.id, format: 'csv' } })).statusCode).toBe(404)
      const file = await superiorCaller.send(listCaptationMovements.exportRows, {
        params: { employeeId: outside.id },
        query: { format: 'csv' },
      })
      expect(file.statusCode).toBe(404)
    }
    const seen = (await superiorCaller.call(listTeamPeople, {})).people.map(({ id }) => id)
    expect(seen.sort()).toEqual(
      [testStaff.superior, testStaff.manager, testStaff.second, testStaff.advisor].map(({ id }) => id).sort(),
    )
    await expect(fetchTeam(await t.as('advisor', testStaff.advisor.cvl))).rejects.toMatchObject({ status: 403 })
  })

  test('a card in another’s view is theirs, cut by the user’s own scope', async () => {
    await superiorCaller.call(enterStaffView, { body: { cvl: testStaff.manager.cvl } })
    expect((await fetchTeam(superiorCaller)).person!.id).toBe(testStaff.manager.id)
    await expect(fetchTeam(superiorCaller, testStaff.second)).rejects.toMatchObject({ status: 404 })
    await superiorCaller.call(leaveStaffView, {})
  })

  test('the card of a former employee stays for the year with their credited captation', async () => {
    const gone = await t.make.employee({ supervisorId: testStaff.outsider.id, name: 'Zoe' })
    const leave = (day: string) =>
      t.owner.query('update dino.employee set terminated_on = $1 where id = $2', [day, gone.id])
    await leave('2026-03-31')
    expect((await fetchTeam(direction, testStaff.outsider)).people).toMatchObject([
      { id: gone.id, leftOn: '2026-03-31' },
    ])
    await leave('2025-12-31')
    expect((await fetchTeam(direction, testStaff.outsider)).people).toEqual([])
    await t.owner.query('delete from dino.employee where id = $1', [gone.id])
  })
})

describe('rows behind the card’s figures', () => {
  test.each(['month', 'year'] as const)(
    'the rows of the %s agree with figure, count and file to the cent',
    async (period) => {
      for (const [caller, view] of [
        [testStaff.superior, 'team'],
        [testStaff.superior, 'individual'],
        [testStaff.second, 'individual'],
        [testStaff.manager, 'team'],
      ] as const) {
        const card = await fetchTeamCard(superiorCaller, caller)
        const tile = (view === 'team' ? card.team! : card.own)[period]
        const { rows, count, lines } = await fetchCaptationRows(superiorCaller, caller, period, view)
        const came = rows.filter(({ kind }) => kind === 'contribution').map(({ amount }) => amount)
        expect(count).toEqual({ total: rows.length, totals: { ...tile, unconfirmed: '0.00' } })
        expect([sumAmounts(came), sumAmounts(rows.map(({ amount }) => amount))]).toEqual([
          toCents(tile.gross),
          toCents(tile.net),
        ])
        expect(lines).toHaveLength(rows.length + 1)
        expect(sumAmounts(lines.slice(1).map((line) => line.at(-1)!))).toBe(toCents(tile.net))
      }
    },
  )

  test('captation rows come newest first, sorted and paged as asked', async () => {
    const days = async (query: Record<string, string>) =>
      (
        await superiorCaller.call(listCaptationMovements.page, {
          params: { employeeId: testStaff.superior.id },
          query: { view: 'team', period: 'year', ...query },
        })
      ).rows.map(({ bookingDate }) => bookingDate)
    const all = ['2026-06-15', '2026-06-10', '2026-06-01', '2026-05-31', '2026-01-01']
    expect(await days({})).toEqual(all)
    expect(await days({ direction: 'asc' })).toEqual([...all].reverse())
    expect(await days({ page: '3', pageSize: '2', knownTotal: '5' })).toEqual(['2026-01-01'])
  })

  test('the client list shows as many clients as the card that opens it', async () => {
    const listed = async (caller: Caller, person: string, as: string) => {
      const { total, totals } = await caller.call(listClients.count, {
        query: { view: 'of', person, as: as as 'team' },
      })
      return { clients: total, capital: totals.capital }
    }
    for (const caller of [superiorCaller, direction]) {
      const { person, people } = await fetchTeam(caller)
      for (const { id, own, team, linkedAs, opens } of [person!, ...people]) {
        expect(opens).toEqual({ own: true, team: true })
        expect(await listed(caller, id, linkedAs)).toEqual({ clients: own.clients, capital: own.capital })
        if (team) expect(await listed(caller, id, 'team')).toEqual({ clients: team.clients, capital: team.capital })
      }
    }
    // A manager sees the figures of their advisors, but not all of the clients.
    const { person, people } = await fetchTeam(manager)
    expect(person!.opens).toEqual({ own: true, team: true })
    expect(await listed(manager, testStaff.manager.id, 'team')).toMatchObject({ clients: person!.team!.clients })
    expect(people).toMatchObject([{ id: testStaff.advisor.id, own: { clients: 2 }, opens: { own: false } }])
    expect(await listed(manager, testStaff.advisor.id, 'advisor')).toMatchObject({ clients: 1 })
  })

  test('captation stays credited to its employee after the client moves to another', async () => {
    const moved = await t.make.client({ staff: { manager: testStaff.manager.id } })
    const account = await t.make.account({ clientId: moved.id })
    await t.make.movement(account.id, '33.33', 'contribution', '2026-06-12')
    const before = await fetchTeamCard(manager, testStaff.manager)
    await t.owner.query('update dino.client_staff set employee_id = $1 where client_id = $2', [
      testStaff.outsider.id,
      moved.id,
    ])
    await t.make.refresh(moved.id)
    await foldTotals()
    const after = await fetchTeamCard(manager, testStaff.manager)
    expect(after.own.month).toEqual(before.own.month)
    expect(after.own.clients).toBe(before.own.clients - 1)
    const { rows, count } = await fetchCaptationRows(manager, testStaff.manager, 'month', 'individual')
    expect(count.totals).toEqual({ ...after.own.month, unconfirmed: '0.00' })
    expect(rows.find(({ clientCvl }) => clientCvl === moved.cvl)).toMatchObject({
      clientId: null,
      clientName: expect.stringMatching(/Prueba/),
      creditedTo: 'Marta',
      amount: '33.33',
    })
    expect(rows.find(({ clientCvl }) => clientCvl === testClients.shared.cvl)?.clientId).toBe(testClients.shared.id)
    // What follows is the new one's.
    await t.make.movement(account.id, '1.00', 'contribution', '2026-06-12')
    expect((await fetchTeamCard(manager, testStaff.manager)).own.month).toEqual(after.own.month)
  })

  test('exports the team’s cards as a file and audits it', async () => {
    const { person, people } = await fetchTeam(superiorCaller)
    const file = await superiorCaller.send(exportTeam, { query: { format: 'csv' } })
    const [heads, ...lines] = parseCsvLines(file.body)
    expect(heads?.slice(0, 6)).toEqual(['Persona', 'CVL', 'Puesto', 'Oficina', 'Clientes como', 'Clientes'])
    expect(lines.map((line) => line[1])).toEqual([person!, ...people].map(({ cvl }) => cvl))
    const spanish = (amount: string) => amount.replace('.', ',')
    const { team } = person!
    expect(lines[0]?.slice(-8)).toEqual([
      String(team!.clients),
      spanish(team!.capital),
      ...[team!.month, team!.year].flatMap(({ gross, out, net }) => [gross, out, net]).map(spanish),
    ])
    const { rows } = await t.owner.query(
      `select action, after ->> 'rows' as rows from dino.audit_event where user_id = $1 and action = 'team.exported'`,
      [superiorCaller.userId],
    )
    expect(rows).toEqual([{ action: 'team.exported', rows: '3' }])
  })
})
