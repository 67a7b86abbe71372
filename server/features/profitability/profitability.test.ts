import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listFigureRows } from '#contract/figures.ts'
import { dayCounts } from '#contract/products.ts'
import { profitabilityGroupings } from '#contract/profitability/kinds.ts'
import { getAccountMargin, getChosenNames, listProfitability } from '#contract/profitability.ts'
import { parseDay, toIsoDate } from '#rules/calendar.ts'
import { toCents } from '#rules/cents.ts'
import { ledgers } from '#rules/ledgers.ts'
import { takeFirstCases } from '#test/harness/circles.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>

/** Today is 2026-06-15. */
let t: Tenant
const staff = {} as Record<'head' | 'superior' | 'manager' | 'second', { id: string; cvl: string }>
const callers = {} as Record<'direction' | 'superior', Caller>
const people = {} as Record<keyof typeof callers, string[]>

const addDays = (day: string, days: number): string => toIsoDate(parseDay(day) + days)
const custom = (from: string, to: string) => ({ range: 'custom' as const, from, to })

/** A small generator that gives the same firm each time. */
const buildRandom = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

let nextKey = 0
const post = async (accountId: string, cents: number, kind: string, bookedOn: string, valueDate: string) => {
  const amount = (cents / 100).toFixed(2)
  await t.owner.query(`select dino.post_journal($1, $2, $3, $4, $5, $6, $7, 'h', 'test')`, [
    kind,
    bookedOn,
    valueDate,
    [ledgers.capital, ledgers.bank],
    [accountId, null],
    [`${-cents / 100}`, amount],
    `profitability:${nextKey++}`,
  ])
}

/** Moves that never take more than there is, some of them with a value date before or after their booking. */
const moveAtRandom = async (accountId: string, openedOn: string, random: (below: number) => number): Promise<void> => {
  let balance = 0
  let day = openedOn
  for (let n = 0; n < 3 + random(6); n++) {
    day = addDays(day, random(120))
    if (day > '2026-06-15') return
    const isIn = n === 0 || random(3) > 0
    const cents = isIn ? 10_000 + random(5_000_000) : -(1 + random(balance))
    if (!isIn && balance < 2) continue
    balance += cents
    await post(
      accountId,
      cents,
      isIn ? 'contribution' : 'withdrawal',
      day,
      addDays(day, [0, 0, -3, -40, 2][random(5)]!),
    )
  }
}

const openAtRandom = async (clientId: string, products: readonly string[], random: (below: number) => number) => {
  const openedOn = addDays('2024-01-31', random(800))
  const term = [null, 181, 366][random(3)]!
  const { id } = await t.make.account({
    clientId,
    productId: products[random(products.length)]!,
    rate: ['0', '3.65', '2.499999', '12.5'][random(4)]!,
    bonusRate: ['0', '0.333333'][random(2)]!,
    openedOn,
    ...(term && { expiresOn: addDays(openedOn, term) }),
  })
  await moveAtRandom(id, openedOn, random)
  if (random(5) === 0)
    await t.owner.query(
      `update dino.account set status = 'canceled', closed_on = least($2, '2026-06-15'::date) where id = $1`,
      [id, addDays(openedOn, 100 + random(300))],
    )
}

const makeProducts = async (): Promise<string[]> => {
  const made: string[] = []
  for (const dayCount of dayCounts)
    for (const accrues of [true, false]) made.push((await t.make.product({ dayCount, accrues })).id)
  await t.owner.query(`update dino.product set earns_until_paid = true, term_months = 12 where id = any($1)`, [
    made.slice(0, 3),
  ])
  return made
}

beforeAll(async () => {
  t = await createTestTenant('dino')
  const { make, owner } = t
  staff.head = await make.employee({ position: 'direction' })
  staff.superior = await make.employee({ position: 'supervisor', supervisorId: staff.head.id })
  staff.manager = await make.employee({ supervisorId: staff.superior.id })
  staff.second = await make.employee({ supervisorId: staff.head.id })
  const products = await makeProducts()
  const random = buildRandom(7)
  for (const manager of [staff.manager, staff.manager, staff.manager, staff.second, staff.second]) {
    const { id } = await make.client({ staff: { manager: manager.id } })
    await owner.query(`update dino.client_staff set valid_from = '2023-01-01' where client_id = $1`, [id])
    for (let n = 0; n < 7; n++) await openAtRandom(id, products, random)
  }
  await owner.query('set search_path = dino')
  // The last product has no rate, the one before it none in its first year; those with a term have one of their own from 2025 on.
  await owner.query(
    `insert into transfer_rate (product_id, term_months, valid_from, rate)
     select p, 0, d::date, r from unnest($1::bigint[]) p cross join (values ('2023-01-01', 4.25), ('2025-03-31', 3.999999), ('2026-02-28', 0.5)) v (d, r)
     union all select $2, 0, '2025-07-01', 3 union all select p, 12, '2025-01-01', 5.5 from unnest($3::bigint[]) p`,
    [products.slice(0, -2), products.at(-2), products.slice(0, 2)],
  )
  await owner.query(
    `insert into direct_cost (product_id, kind, valid_from, amount)
     select p, k::direct_cost_kind, d::date, a from unnest($1::bigint[]) p
      cross join (values ('account_year', '2024-06-01', 12.35), ('account_year', '2025-12-31', 20), ('movement', '2025-01-01', 0.35)) v (k, d, a)`,
    [products.slice(0, 6)],
  )
  await owner.query('select fold_totals()')
  callers.direction = await t.as('direction', staff.head.cvl)
  callers.superior = await t.as('supervisor', staff.superior.cvl)
  people.direction = [staff.manager.id, staff.second.id]
  people.superior = [staff.manager.id]
})
afterAll(() => t.drop())

const fetchGroups = async (caller: Caller, query: Record<string, unknown>) =>
  (await caller.call(listProfitability.page, { query: { ...query, pageSize: 200 } as never })).rows
const fetchTotals = async (caller: Caller, query: Record<string, unknown>) =>
  (await caller.call(listProfitability.count, { query: query as never })).totals

/** Of each account in the range, day by day, straight from the postings: an account a line, rounded as the study says. */
const reckonByHand = async (from: string, to: string, managers: readonly string[]) => {
  const { rows } = await t.owner.query<{
    id: string
    transfer: string
    average: string
    costs: string
    unrated: boolean
  }>(
    `with account_of as (
       select a.*, t.day_count, least(a.closed_on,
                case when t.earns_until_paid then (select min(d)::date from generate_series(a.expires_on, a.expires_on + 9, '1 day') d
                   where extract(isodow from d) < 6 and to_char(d, 'MM-DD') not in ('01-01', '05-01', '12-25', '12-26')
                     and d::date not in ('2024-03-29', '2024-04-01', '2025-04-18', '2025-04-21', '2026-04-03', '2026-04-06'))
                     else a.expires_on end) as ends
         from account a join account_terms t on t.account_id = a.id
        where a.status in ('active', 'expired', 'canceled') and exists (
          select from client_staff s where s.client_id = a.client_id and s.employee_id = any($3) and s.valid_to is null)
     ), day as (
       select a.id, a.product_id, a.term_months, a.day_count, d::date as day, greatest(0, coalesce((select -sum(p.amount) from posting p join journal j on j.id = p.journal_id
                 where p.account_id = a.id and p.ledger = ${ledgers.capital} and j.value_date <= d), 0)) as balance
         from account_of a cross join generate_series(greatest(a.opened_on, $1::date)::timestamp, least(a.ends - 1, $2::date)::timestamp, '1 day') d
     ), priced as (
       select d.*, (select r.rate from transfer_rate r join product q on q.id = d.product_id where r.product_id = d.product_id and r.valid_from <= d.day
                      and r.term_months in (0, coalesce(d.term_months, q.term_months, 0)) order by r.term_months desc, r.valid_from desc limit 1) as rate,
              (select k.amount from direct_cost k where k.product_id = d.product_id and k.kind = 'account_year' and k.valid_from <= d.day
                order by k.valid_from desc limit 1) as year_cost,
              case d.day_count when '30E/360' then (day_count_position(d.day_count, d.day + 1) - day_count_position(d.day_count, d.day)) / 360.0
                when 'ACT/360' then 1 / 360.0 when 'ACT/365F' then 1 / 365.0
                else 1.0 / (make_date(extract(year from d.day)::int + 1, 1, 1) - make_date(extract(year from d.day)::int, 1, 1)) end as fraction
         from day d
     )
     select a.id::text, round(coalesce(sum(p.balance * p.rate * p.fraction) / 100, 0), 2)::text as transfer,
            round(coalesce(sum(p.balance), 0) / ($2::date - $1::date + 1), 2)::text as average,
            (round(coalesce(sum(p.year_cost) / 365, 0), 2) + coalesce((select sum(k.amount) from journal j join posting l on l.journal_id = j.id and l.account_id = a.id
               cross join lateral (select amount from direct_cost k where k.product_id = a.product_id and k.kind = 'movement' and k.valid_from <= j.booking_date
                                    order by valid_from desc limit 1) k where j.booking_date between $1 and $2 and j.kind in ('contribution', 'withdrawal')), 0))::numeric(18, 2)::text as costs,
            coalesce(bool_or(p.balance > 0 and p.rate is null), false) as unrated
       from account_of a left join priced p on p.id = a.id where a.opened_on <= $2
      group by a.id, a.product_id`,
    [from, to, managers],
  )
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

const ranges = takeFirstCases(4, [
  ['2024-01-01', '2026-06-15'],
  ['2024-02-29', '2025-03-31'],
  ['2026-06-15', '2026-06-15'],
  ['2026-06-01', '2026-06-30'],
  ['2025-01-01', '2025-12-31'],
  ['2026-05-01', '2026-05-31'],
] as const)

const lastDay = (to: string): string => (to > '2026-06-15' ? '2026-06-15' : to)

describe('margins of accounts', () => {
  test('agree with the postings day by day in every range and scope', async () => {
    for (const [name, caller] of Object.entries(callers))
      for (const [from, to] of ranges) {
        const expected = await reckonByHand(from, lastDay(to), people[name as keyof typeof people])
        const rows = await fetchGroups(caller, { ...custom(from, to), by: 'account' })
        const withFigures = [...expected].filter(([, { average, costs }]) => average !== '0.00' || costs !== '0.00')
        expect(rows.length).toBeGreaterThan(5)
        expect(rows.map(({ id }) => id).sort()).toEqual(expect.arrayContaining(withFigures.map(([id]) => id).sort()))
        for (const row of rows) {
          const { transfer, average, costs, unrated } = expected.get(row.id)!
          const shown = unrated
            ? { transferIncome: null, margin: null, unratedBalance: average, unratedAccounts: 1 }
            : { transferIncome: transfer, averageBalance: average, costs, unratedAccounts: 0 }
          expect({ from, to, ...row }).toMatchObject(shown)
        }
      }
  })

  test('pay clients what the figure of generated interest says of each open account', async () => {
    for (const caller of Object.values(callers))
      for (const [from, to] of ranges) {
        const { rows: open } = await t.owner.query<{ number: string }>(
          `select number from account where closed_on is null or closed_on > $1`,
          [lastDay(to)],
        )
        const { rows } = await caller.call(listFigureRows.page, {
          params: { figure: 'generatedInterests' },
          query: { ...custom(from, lastDay(to)), pageSize: 200 },
        })
        const accounts = await fetchGroups(caller, { ...custom(from, to), by: 'account', rated: 'yes' })
        for (const { name, interest } of accounts.filter(({ name }) => open.some(({ number }) => number === name))) {
          const earned = rows.filter(({ accountNumber }) => accountNumber === name)
          const sum = earned.reduce((total, { amount }) => total + toCents(amount ?? '0.00'), 0n)
          expect({ from, to, name, interest: toCents(interest) }).toEqual({ from, to, name, interest: sum })
        }
      }
  })

  test('explains each account alone to the same cent', async () => {
    for (const [from, to] of ranges)
      for (const row of await fetchGroups(callers.direction, { ...custom(from, to), by: 'account' })) {
        const alone = await callers.direction.call(getAccountMargin, {
          params: { accountId: row.id },
          query: custom(from, to),
        })
        const { transferIncome, margin, marginShare } = row
        expect({ to, ...alone }).toMatchObject({ transferIncome, margin, marginShare })
        if (row.unratedAccounts > 0) expect(alone).toMatchObject({ averageBalance: row.unratedBalance })
        else {
          const { averageBalance, interest, costs } = row
          expect({ to, ...alone }).toMatchObject({ averageBalance, interest, costs, unratedDays: 0 })
        }
      }
  })
})

describe('groups', () => {
  const summed = [
    'accounts',
    'averageBalance',
    'transferIncome',
    'interest',
    'costs',
    'margin',
    'unratedBalance',
  ] as const
  const sumOf = (rows: readonly Record<(typeof summed)[number], string | number | null>[]) =>
    Object.fromEntries(
      summed.map((key) => [
        key,
        rows.reduce(
          (sum, row) => sum + (typeof row[key] === 'number' ? BigInt(row[key]) : toCents(row[key] ?? '0.00')),
          0n,
        ),
      ]),
    )

  test('add up to the same cents by product, manager, client and account', async () => {
    for (const caller of Object.values(callers))
      for (const [from, to] of ranges) {
        const totals = sumOf([await fetchTotals(caller, custom(from, to))])
        for (const by of profitabilityGroupings)
          expect({ by, ...sumOf(await fetchGroups(caller, { ...custom(from, to), by })) }).toEqual({ by, ...totals })
      }
  })

  test('open the accounts that they are made of', async () => {
    const range = custom('2025-01-01', '2025-12-31')
    for (const by of ['product', 'manager', 'client'] as const)
      for (const row of await fetchGroups(callers.direction, { ...range, by })) {
        const accounts = await fetchGroups(callers.direction, { ...range, by: 'account', [by]: row.id })
        expect(sumOf(accounts)).toEqual(sumOf([row]))
      }
  })

  test('a split range adds up, to a cent an account', async () => {
    const parts = fc.integer({ min: 0, max: 880 }).map((days) => addDays('2024-01-01', days))
    await fc.assert(
      fc.asyncProperty(parts, async (cut) => {
        const [whole, first, rest] = await Promise.all([
          fetchTotals(callers.direction, { ...custom('2024-01-01', '2026-06-15'), rated: 'yes' }),
          fetchTotals(callers.direction, custom('2024-01-01', cut)),
          fetchTotals(callers.direction, custom(addDays(cut, 1), '2026-06-15')),
        ])
        const interestOf = (sums: typeof whole) => toCents(sums.interest) + toCents(sums.unratedInterest)
        const all = await fetchTotals(callers.direction, custom('2024-01-01', '2026-06-15'))
        expect(interestOf(first) + interestOf(rest)).toBe(interestOf(all))
        expect(whole.unratedAccounts).toBe(0)
      }),
      { numRuns: 8 },
    )
  })
})

describe('who sees which margins', () => {
  const range = custom('2024-01-01', '2026-06-15')

  test('a supervisor sees accounts of the own team and no others', async () => {
    const all = await fetchGroups(callers.direction, { ...range, by: 'account' })
    const own = new Set((await fetchGroups(callers.superior, { ...range, by: 'account' })).map(({ id }) => id))
    const hidden = all.filter(({ id }) => !own.has(id))
    expect([own.size > 0, hidden.length > 0]).toEqual([true, true])
    for (const { id } of hidden) {
      const alone = callers.superior.call(getAccountMargin, { params: { accountId: id }, query: range })
      await expect(alone).rejects.toThrow('404')
    }
    const { rows } = await t.owner.query<{ clientId: string }>(
      `select client_id as "clientId" from account where id = $1`,
      [hidden[0]!.id],
    )
    const client = rows[0]!.clientId
    expect(await fetchGroups(callers.superior, { ...range, client })).toEqual([])
    expect(await callers.superior.call(getChosenNames, { query: { client, manager: staff.second.id } })).toEqual({
      product: null,
      manager: null,
      client: null,
    })
    expect((await callers.direction.call(getChosenNames, { query: { client } })).client).toMatchObject({ id: client })
  })

  test('whoever sees no clients sees no margins', async () => {
    const investments = await t.as('investments', (await t.make.employee({ position: 'investments' })).cvl)
    expect((await fetchGroups(investments, range)).length).toBeGreaterThan(0)
    await t.owner.query(
      `insert into role_grant (role, module, actions, scope) values ('investments', 'bt_Clientes', '{}', 'own')`,
    )
    await expect(fetchGroups(investments, range)).rejects.toThrow('404')
    await t.owner.query(`delete from role_grant where role = 'investments'`)
    const manager = await t.as('manager', staff.manager.cvl)
    await expect(fetchGroups(manager, range)).rejects.toThrow('403')
  })

  test('margins reach no further than the right to clients', async () => {
    const investments = await t.as('investments', (await t.make.employee({ position: 'investments' })).cvl)
    await t.owner.query(
      `insert into role_grant (role, module, actions, scope) values ('investments', 'bt_Clientes', '{view}', 'own')`,
    )
    expect(await fetchGroups(investments, { ...range, by: 'account' })).toEqual([])
    await t.owner.query(`delete from role_grant where role = 'investments'`)
  })

  test('a person in reach is chosen, and nobody out of reach', async () => {
    expect(await fetchTotals(callers.direction, { ...range, of: staff.manager.id })).toEqual(
      await fetchTotals(callers.superior, range),
    )
    await expect(fetchTotals(callers.superior, { ...range, of: staff.second.id })).rejects.toThrow('404')
  })
})
