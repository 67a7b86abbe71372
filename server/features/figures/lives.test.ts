import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FigureKey, figureGroupings, figureKeys, figures } from '#contract/figures/keys.ts'
import { getAmountSummary } from '#contract/figures/summaries.ts'
import { getFigure, getFigureGroups, getProductHistory, getSituation, listFigureRows } from '#contract/figures.ts'
import { shiftDay } from '#rules/calendar.ts'
import { ledgers } from '#rules/ledgers.ts'
import { takeFirstCases } from '#test/harness/circles.ts'
import { createTestLives, firstDay, type TestLives, today } from './test-lives.ts'

type Caller = Awaited<ReturnType<TestLives['t']['as']>>
/** By hand: whose links, or which zone, each condition of a scope lets count; null of a condition without a zone. */
type Condition = { people: readonly string[]; zone: string | null }
type Reach = { caller: Caller; query: Record<string, string>; conditions: readonly Condition[] }

let lives: TestLives
const reaches = new Map<string, Reach>()
const reachNames = [
  'all',
  'a team',
  'own',
  'a zone',
  'a zone and own',
  'a person of a team',
  'a person of all',
  'a team of all',
  'a person of a zone',
] as const

const findTeam = async (of: string): Promise<string[]> => {
  const { rows } = await lives.t.owner.query<{ id: string }>(
    `with recursive under as (select $1::bigint as id union select e.id from dino.employee e join under u on e.supervisor_id = u.id) select id from under`,
    [of],
  )
  return rows.map(({ id }) => id)
}

/** Bankers see a zone here, and one of them what is their own as well. */
const giveZone = async (): Promise<{ zone: Caller; both: Caller }> => {
  const { t, staff } = lives
  const modules = `unnest(array['bt_Clientes', 'bt_Dashboard1', 'bt_ResumenImportes', 'bt_Retiradas', 'bt_Vencimientos']) module`
  await t.owner.query(`
    insert into dino.role_grant (role, module, actions, scope) select 'banker', module, '{view,export}', 'zone' from ${modules}
    on conflict (role, module) do update set scope = 'zone', actions = '{view,export}'`)
  const zone = await t.as('banker', staff.banker.cvl)
  const both = await t.as('banker', staff.a.cvl)
  await t.owner.query(
    `insert into dino.person_rule (user_id, effect, module, action, scope, valid_from, reason)
     select $1, 'grant', module, 'view', 'own', '2025-01-01', 'own clients as well' from ${modules}`,
    [both.userId],
  )
  return { zone, both }
}

const findReaches = async (): Promise<void> => {
  const { t, staff, zones } = lives
  const all = await t.as('direction', staff.head.cvl)
  const team = await t.as('supervisor', staff.north.cvl)
  const own = await t.as('manager', staff.c.cvl)
  const { zone, both } = await giveZone()
  const north = { people: await findTeam(staff.north.id), zone: null }
  const south = { people: await findTeam(staff.south.id), zone: null }
  const ofZone = { people: [], zone: zones[0]! }
  const member = north.people.find((id) => id !== staff.north.id) ?? staff.north.id
  const one = (id: string): Condition => ({ people: [id], zone: null })
  reaches.set('all', { caller: all, query: {}, conditions: [] })
  reaches.set('a team', { caller: team, query: {}, conditions: [north] })
  reaches.set('own', { caller: own, query: {}, conditions: [one(staff.c.id)] })
  reaches.set('a zone', { caller: zone, query: {}, conditions: [ofZone] })
  reaches.set('a zone and own', { caller: both, query: {}, conditions: [{ people: [staff.a.id], zone: zones[0]! }] })
  reaches.set('a person of all', { caller: all, query: { of: staff.d.id }, conditions: [one(staff.d.id)] })
  reaches.set('a team of all', { caller: all, query: { of: staff.south.id, view: 'team' }, conditions: [south] })
  reaches.set('a person of a team', { caller: team, query: { of: member }, conditions: [north, one(member)] })
  reaches.set('a person of a zone', { caller: zone, query: { of: staff.a.id }, conditions: [ofZone, one(staff.a.id)] })
}

const listIds = (ids: readonly string[]): string => ids.concat('0').join()

/** By hand: of each role the link that lasts longest counts on a day, where one had ended on it. */
const countsOn = ({ conditions }: Reach, client: string, day: string): string =>
  [
    'true',
    ...conditions.map(
      ({ people, zone }) => `(
        exists (select from (
          select distinct on (s.role) s.employee_id from dino.client_staff s
           where s.client_id = ${client} and s.valid_from <= ${day} and coalesce(s.valid_to, 'infinity') >= ${day}
           order by s.role, s.valid_to desc nulls first) held where held.employee_id in (${listIds(people)}))
        or ${client} in (select z.id from dino.client z where z.zone_id = ${zone ?? 'null'}))`,
    ),
  ].join(' and ')

/** By hand: to whom a part `t` of captation belongs, of an account `a`. */
const isCredited = ({ conditions }: Reach): string =>
  [
    'true',
    ...conditions.map(
      ({ people, zone }) =>
        `(coalesce(t.employee_id in (${listIds(people)}), false) or a.client_id in (select id from dino.client where zone_id = ${zone ?? 'null'}))`,
    ),
  ].join(' and ')

const read = async <Row extends object>(statement: string): Promise<Row> =>
  (await lives.t.owner.query<Row>(statement)).rows[0]!

/** By hand: what stood in accounts that were open on the day, in those that weren't, and whose clients they were. */
const sumStocks = (reach: Reach, day: string) => {
  const isOpen = (status: string) =>
    day < today
      ? `coalesce(a.opened_on <= '${day}' and (a.closed_on is null or a.closed_on > '${day}'), false)`
      : `a.status = '${status}'`
  return read<{ capital: string; accounts: number; balance: string; idle: string; clients: number }>(`
    select coalesce(sum(v.principal) filter (where v.open), 0)::numeric(18, 2)::text as capital, (count(*) filter (where v.open))::int as accounts,
           coalesce(sum(v.balance) filter (where v.open), 0)::numeric(18, 2)::text as balance,
           coalesce(sum(v.balance) filter (where not v.open), 0)::numeric(18, 2)::text as idle,
           (select count(*)::int from dino.client k where k.registered_on <= '${day}' and ${countsOn(reach, 'k.id', `date '${day}'`)}) as clients
      from (select ${isOpen('active')} as open,
                   coalesce(sum(-p.amount), 0) as balance, coalesce(sum(-p.amount) filter (where j.kind in ('contribution', 'withdrawal')), 0) as principal
              from dino.account a
              left join (dino.posting p join dino.journal j on j.id = p.journal_id)
                     on p.account_id = a.id and p.ledger = ${ledgers.capital} and p.booking_date <= '${day}'
             where ${countsOn(reach, 'a.client_id', `date '${day}'`)} group by a.id) v`)
}

const sumFlows = async (reach: Reach, from: string, to: string): Promise<Map<string, [string, number]>> => {
  const { rows } = await lives.t.owner.query<{ kind: string; amount: string; count: number }>(`
    select j.kind::text as kind, sum(-p.amount)::text as amount, count(*)::int as count
      from dino.posting p join dino.journal j on j.id = p.journal_id join dino.account a on a.id = p.account_id
     where p.ledger = ${ledgers.capital} and p.booking_date between '${from}' and '${to}' and ${countsOn(reach, 'a.client_id', 'p.booking_date')}
     group by j.kind`)
  return new Map(rows.map(({ kind, amount, count }) => [kind, [amount, count]]))
}

const sumCaptation = (reach: Reach, from: string, to: string) =>
  read<{ gross: string; out: string }>(`
    select coalesce(sum(t.amount) filter (where t.is_new), 0)::numeric(18, 2)::text as gross,
           coalesce(sum(t.amount) filter (where t.kind <> 'contribution'), 0)::numeric(18, 2)::text as "out"
      from dino.captation t join dino.account a on a.id = t.account_id
     where t.booking_date between '${from}' and '${to}' and ${isCredited(reach)}`)

const toCents = (amount: string): bigint => BigInt(amount.replace('.', ''))
const sumCents = (amounts: readonly (string | null)[]): bigint =>
  amounts.reduce((sum, amount) => sum + toCents(amount ?? '0.00'), 0n)

const custom = (from: string, to = from) => ({ range: 'custom', from, to }) as const

const fetchFigure = async ({ caller, query }: Reach, figure: FigureKey, days: Record<string, string>) =>
  (await caller.call(getFigure, { params: { figure }, query: { ...days, ...query } })).figure

/** The eve, the day and the day after of some handovers, some days by chance, and today. */
const drawDays = (count: number): string[] => {
  const { drawOne, drawDay } = lives.draws
  const around = Array.from({ length: count }, () => drawOne(lives.handedOn)).map((day, at) =>
    shiftDay(day, (at % 3) - 1),
  )
  const days = [...around, ...around.map(() => drawDay(firstDay, today)), today]
  return [...new Set(days)].map((day) => (day > today ? today : day)).sort()
}

const drawRanges = (count: number): [string, string][] =>
  Array.from({ length: count }, () => drawDays(1)).map((days) => [days[0]!, days.at(-1)!])

beforeAll(async () => {
  lives = await createTestLives(20260615)
  // So that what is kept is asked, with what came since; while links wait to be counted, figures are read from their rows.
  await lives.t.owner.query('select dino.fold_totals()')
  for (let n = 0; n < 12; n++) await lives.moveMoney()
  await findReaches()
}, 120_000)
afterAll(() => lives?.t.drop())

// What the others add, a choice within a reach, the tests of each figure hold too.
describe.each(takeFirstCases(6, reachNames))('figures of %s', (name) => {
  test('stocks of any day are those of the postings', async () => {
    const reach = reaches.get(name)!
    for (const day of drawDays(3)) {
      const byHand = await sumStocks(reach, day)
      const capital = await fetchFigure(reach, 'totalCapital', custom(day))
      const found = {
        capital: capital.amount,
        accounts: capital.count,
        balance: (await fetchFigure(reach, 'balance', custom(day))).amount,
        idle: (await fetchFigure(reach, 'idleMoney', custom(day))).amount,
        clients: (await fetchFigure(reach, 'clients', custom(day))).count,
      }
      expect({ day, ...found }).toEqual({ day, ...byHand })
      const { cells } = await reach.caller.call(getAmountSummary, { query: { day, ...reach.query } })
      const active = cells.filter(({ state }) => state === 'active')
      expect(sumCents(active.map(({ amount }) => amount))).toBe(toCents(byHand.capital))
    }
  })

  test('flows and captation of any range are those of the postings', async () => {
    const reach = reaches.get(name)!
    for (const [from, to] of drawRanges(4)) {
      const flows = await fetchFigure(reach, 'flows', custom(from, to))
      expect(new Map(flows.parts.map(({ part, amount, count }) => [part, [amount, count]]))).toEqual(
        await sumFlows(reach, from, to),
      )
      const gross = await fetchFigure(reach, 'captation', custom(from, to))
      const out = await fetchFigure(reach, 'captationOut', custom(from, to))
      expect({ gross: gross.amount, out: out.amount }).toEqual(await sumCaptation(reach, from, to))
    }
  })

  test('opening and all that moved are the closing of any range', async () => {
    const reach = reaches.get(name)!
    for (const [from, to] of [...drawRanges(4), ['2025-01-01', '2025-12-31'], ['2026-01-01', today]] as const) {
      const { situation } = await reach.caller.call(getSituation, { query: { ...custom(from, to), ...reach.query } })
      const ends = [await sumStocks(reach, shiftDay(from, -1)), await sumStocks(reach, to)]
      expect([from, to, situation.opening, situation.closing]).toEqual([from, to, ends[0]!.balance, ends[1]!.balance])
      const moved = sumCents(situation.lines.map(({ amount }) => amount))
      expect([from, to, toCents(situation.opening) + moved]).toEqual([from, to, toCents(situation.closing)])
    }
  })

  test('the history by product goes on from month to month', async () => {
    const reach = reaches.get(name)!
    const { months } = await reach.caller.call(getProductHistory, {
      query: { ...custom('2025-06-01', today), ...reach.query },
    })
    for (const through of ['2025-08-31', '2025-12-31', '2026-03-31', today]) {
      const closing = months.filter((month) => month.through === through)
      expect(sumCents(closing.map((month) => month.closing))).toBe(toCents((await sumStocks(reach, through)).balance))
    }
    for (const { opening, flows, others, closing } of months)
      expect(sumCents([opening, others, ...flows.map(({ amount }) => amount)])).toBe(toCents(closing))
  })

  test('every figure is its rows, its parts and each of its divisions', async () => {
    const reach = reaches.get(name)!
    for (const figure of figureKeys) {
      const [[from, to]] = drawRanges(1) as [[string, string]]
      const query = { ...custom(from, to), ...reach.query }
      const params = { figure }
      if (!['bt_Clientes', 'bt_Retiradas', 'bt_Vencimientos'].includes(figures[figure].module)) continue
      const { amount, count, parts } = await fetchFigure(reach, figure, custom(from, to))
      const whole = [figure, from, to, toCents(amount ?? '0.00'), count]
      const { total, totals } = await reach.caller.call(listFigureRows.count, { params, query })
      expect([figure, from, to, toCents(totals.amount), total]).toEqual(whole)
      const sumAll = (some: readonly { amount: string | null; count: number }[]) => [
        figure,
        from,
        to,
        sumCents(some.map((one) => one.amount)),
        some.reduce((sum, one) => sum + one.count, 0),
      ]
      expect(sumAll(parts)).toEqual(whole)
      const by = lives.draws.drawOne(figureGroupings)
      const { groups } = await reach.caller.call(getFigureGroups, { params, query: { ...query, by } })
      expect(sumAll(groups)).toEqual(whole)
    }
  })
})

test('parts that are credited add up to each journal, and people to the firm', async () => {
  const { rows } = await lives.t.owner.query(`
    select j.id from dino.journal j
      join dino.posting p on p.journal_id = j.id and p.ledger = ${ledgers.capital}
     where j.kind in ('contribution', 'withdrawal', 'cancellation')
     group by j.id having sum(-p.amount) is distinct from (select sum(t.amount) from dino.captation t where t.journal_id = j.id)`)
  expect(rows).toEqual([])
  const all = reaches.get('all')!
  const days = custom(firstDay, today)
  const { rows: staff } = await lives.t.owner.query<{ id: string }>('select id from dino.employee')
  const nobody = await sumCaptation({ ...all, conditions: [] }, firstDay, today)
  const single = await Promise.all(
    staff.map(async ({ id }) => (await fetchFigure({ ...all, query: { of: id } }, 'captation', days)).amount),
  )
  const { gross } = await read<{ gross: string }>(`
    select coalesce(sum(t.amount), 0)::numeric(18, 2)::text as gross from dino.captation t
     where t.is_new and t.employee_id is null and t.booking_date between '${firstDay}' and '${today}'`)
  expect(sumCents([...single, gross])).toBe(toCents(nobody.gross))
})
