import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getMonthCaptation, listMonthCaptation } from '#contract/figures/month-captation.ts'
import { getFigure, getFigureGroups, listFigureRows } from '#contract/figures.ts'
import { listCaptationMovements } from '#contract/team.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>

/** Today is Monday 2026-06-15. */
let t: Tenant
const staff = {} as Record<
  'head' | 'superior' | 'manager' | 'partner' | 'advisor' | 'second',
  { id: string; cvl: string }
>
const callers = {} as Record<'direction' | 'superior' | 'manager' | 'partner', Caller>
const accounts = {} as Record<'shared' | 'own' | 'free', string>
const clients = {} as Record<'shared' | 'own', string>
let special = ''

const readParts = async (journalId: string) => {
  const { rows } = await t.owner.query<{ role: string; employee: string | null; share: string; amount: string }>(
    `select role, employee_id as employee, share, amount from dino.captation where journal_id = $1 order by n`,
    [journalId],
  )
  return rows.map(({ role, employee, share, amount }) => [role, employee, share, amount])
}

const post = async (
  accountId: string,
  amount: string,
  day: string,
  kind: 'contribution' | 'withdrawal' = 'contribution',
) => (await t.make.movement(accountId, amount, kind, day)).journalId

const setRule = (product: string | null, channel: string | null, from: string, shares: readonly number[]) =>
  t.owner.query(
    `insert into dino.attribution_rule (product_id, channel, valid_from, manager, partner, advisor, banker) values ($1, $2, $3, $4, $5, $6, $7)`,
    [product, channel, from, ...shares],
  )

beforeAll(async () => {
  t = await createTestTenant('dino')
  const { make, owner } = t
  staff.head = await make.employee({ position: 'direction' })
  staff.superior = await make.employee({ position: 'supervisor', supervisorId: staff.head.id })
  staff.manager = await make.employee({ supervisorId: staff.superior.id })
  staff.partner = await make.employee({ position: 'partner', supervisorId: staff.head.id })
  staff.advisor = await make.employee({ position: 'advisor', supervisorId: staff.superior.id })
  staff.second = await make.employee({ supervisorId: staff.head.id })
  special = (await make.product()).id
  clients.shared = (await make.client({ staff: { manager: staff.manager.id, partner: staff.partner.id } })).id
  clients.own = (await make.client({ staff: { manager: staff.second.id, advisor: staff.advisor.id } })).id
  await owner.query(`update dino.client set channel = 'partner' where id = $1`, [clients.shared])
  accounts.shared = (await make.account({ clientId: clients.shared })).id
  accounts.own = (await make.account({ clientId: clients.own, productId: special })).id
  accounts.free = (await make.account()).id
  callers.direction = await t.as('direction', staff.head.cvl)
  callers.superior = await t.as('supervisor', staff.superior.cvl)
  callers.manager = await t.as('manager', staff.manager.cvl)
  callers.partner = await t.as('manager', staff.partner.cvl)
  await setRule(null, 'partner', '2026-01-01', [60, 40, 0, 0])
  await setRule(special, null, '2026-03-01', [33.33, 33.33, 33.34, 0])
  await setRule(null, null, '2026-05-01', [90, 0, 10, 0])
})
afterAll(() => t?.drop())

describe('shares', () => {
  test('shares are all of the manager before there was a rule', async () => {
    expect(await readParts(await post(accounts.shared, '100.01', '2025-12-31'))).toEqual([
      ['manager', staff.manager.id, '100.00', '100.01'],
    ])
  })

  test('shares follow the rule of the day and add up to the cent', async () => {
    expect(await readParts(await post(accounts.shared, '100.01', '2026-01-01'))).toEqual([
      ['manager', staff.manager.id, '60.00', '60.01'],
      ['partner', staff.partner.id, '40.00', '40.00'],
    ])
  })

  test('the share of a role that the client lacks is the manager’s', async () => {
    expect(await readParts(await post(accounts.own, '0.02', '2026-03-02'))).toEqual([
      ['manager', staff.second.id, '66.66', '0.01'],
      ['advisor', staff.advisor.id, '33.34', '0.01'],
    ])
  })

  test('shares are nobody’s where the client has no manager', async () => {
    expect(await readParts(await post(accounts.free, '10.00', '2026-05-02'))).toEqual([
      ['manager', null, '100.00', '10.00'],
    ])
  })

  test('the rule of a product goes before that of everything', async () => {
    expect((await readParts(await post(accounts.own, '10.00', '2026-05-02')))[1]).toEqual([
      'advisor',
      staff.advisor.id,
      '33.34',
      '3.33',
    ])
  })

  test('a withdrawal is credited the same way', async () => {
    expect(await readParts(await post(accounts.shared, '-10.01', '2026-02-02', 'withdrawal'))).toEqual([
      ['manager', staff.manager.id, '60.00', '-6.01'],
      ['partner', staff.partner.id, '40.00', '-4.00'],
    ])
  })

  test('a reversal takes back from whom it was credited to', async () => {
    const journalId = await post(accounts.shared, '55.55', '2025-11-03')
    await t.owner.query(
      `set search_path = dino; select reverse_journals(array[${journalId}]::bigint[], '2026-06-01', null)`,
    )
    const { rows } = await t.owner.query<{ id: string }>('select id from dino.journal where reverses_id = $1', [
      journalId,
    ])
    expect(await readParts(rows[0]!.id)).toEqual([['manager', staff.manager.id, '100.00', '-55.55']])
  })

  test('rows of an import get the same shares', async () => {
    await t.owner.query(
      `select post_movements(array[$1::bigint], array['contribution'::movement_kind], array[100.01], array[date '2026-01-02'], array[date '2026-01-02'],
         array['captation:import'], array['h'], array[null::text], 'import')`,
      [accounts.shared],
    )
    const { rows } = await t.owner.query<{ id: string }>(
      `select id from dino.journal where idempotency_key = 'captation:import'`,
    )
    expect((await readParts(rows[0]!.id)).map(([, , , amount]) => amount)).toEqual(['60.01', '40.00'])
  })

  test('shares never change', async () => {
    await expect(t.owner.query('update dino.captation set share = 1')).rejects.toMatchObject({ code: 'AT001' })
    await expect(t.owner.query('delete from dino.captation')).rejects.toMatchObject({ code: 'AT001' })
    await expect(setRule(null, 'alliance', '2026-01-01', [50, 40, 0, 0])).rejects.toMatchObject({
      constraint: 'attribution_rule_whole',
    })
  })
})

describe('new money', () => {
  const isNew = async (journalId: string) => {
    const { rows } = await t.owner.query<{ isNew: boolean }>(
      'select is_new as "isNew" from dino.captation where journal_id = $1',
      [journalId],
    )
    return rows.map((row) => row.isNew)
  }

  test('a contribution soon after a payout to a holder is not new', async () => {
    const one = await t.make.client()
    const other = await t.make.client()
    const joint = (await t.make.account({ clientId: one.id, holders: [other.id] })).id
    const alone = (await t.make.account({ clientId: other.id })).id
    await post(joint, '500.00', '2025-01-02')
    await post(joint, '-100.00', '2025-03-01', 'withdrawal')
    expect(await isNew(await post(alone, '1.00', '2025-03-31'))).toEqual([false])
    expect(await isNew(await post(alone, '1.00', '2025-04-01'))).toEqual([true])
  })

  test('new money is judged by the days set when it is booked', async () => {
    const account = (await t.make.account()).id
    await post(account, '500.00', '2025-01-02')
    await post(account, '-100.00', '2025-03-01', 'withdrawal')
    const before = await post(account, '1.00', '2025-03-20')
    await t.owner.query(`insert into dino.setting (key, value) values ('captation.reinvestmentDays', '5')`)
    const after = await post(account, '1.00', '2025-03-20')
    await t.owner.query(`delete from dino.setting where key = 'captation.reinvestmentDays'`)
    expect([await isNew(before), await isNew(after)]).toEqual([[false], [true]])
  })
})

const toCents = (amount: string): bigint => BigInt(amount.replace('.', ''))
const sum = (amounts: readonly string[]): bigint => amounts.map(toCents).reduce((all, one) => all + one, 0n)

const ranges = [
  ['2025-11-03', '2025-11-03'],
  ['2025-12-01', '2026-06-15'],
  ['2025-12-31', '2026-05-02'],
  ['2026-01-02', '2026-06-01'],
  ['2026-03-01', '2026-03-31'],
  ['2026-06-01', '2026-06-30'],
  ['2018-01-15', '2026-06-15'],
] as const

describe('sums', () => {
  const findCaller = async (name: string): Promise<Caller> => {
    if (name !== 'zone') return callers[name as keyof typeof callers]
    const { rows } = await t.owner.query<{ zone: string }>('select zone_id as zone from dino.client where id = $1', [
      clients.shared,
    ])
    const office = await t.make.office(rows[0]!.zone)
    return t.as('direction', (await t.make.employee({ officeId: office.id })).cvl)
  }

  test.each(['direction', 'superior', 'manager', 'partner', 'zone'])(
    'sums are those of the rows for %s',
    async (name) => {
      // Half of it is folded into the totals, the rest waits beside them.
      await t.owner.query('select dino.fold_totals()')
      await post(accounts.shared, '7.77', '2026-06-01')
      await post(accounts.own, '-0.07', '2026-05-31', 'withdrawal')
      const caller = await findCaller(name)
      for (const [from, to] of ranges) {
        const query = { range: 'custom', from, to } as const
        for (const figure of ['captation', 'captationOut'] as const) {
          const params = { figure }
          const { figure: tile } = await caller.call(getFigure, { params, query })
          const { rows } = await caller.call(listFigureRows.page, { params, query: { ...query, pageSize: '200' } })
          const { groups } = await caller.call(getFigureGroups, { params, query: { ...query, by: 'month' } })
          const { groups: products } = await caller.call(getFigureGroups, {
            params,
            query: { ...query, by: 'product' },
          })
          expect(toCents(tile.amount!)).toBe(sum(rows.map(({ amount }) => amount!)))
          expect(tile.count).toBe(rows.length)
          expect(sum(groups.map(({ amount }) => amount!))).toBe(toCents(tile.amount!))
          expect(sum(products.map(({ amount }) => amount!))).toBe(toCents(tile.amount!))
        }
      }
    },
  )

  test.each(['direction', 'superior', 'partner'])('sums of a month are those of its rows for %s', async (name) => {
    const caller = await findCaller(name)
    for (const month of ['2026-01', '2026-05', '2026-06']) {
      const { people, months } = await caller.call(getMonthCaptation, { query: { month } })
      for (const { person, month: own } of people) {
        const creditedTo = person?.id
        if (creditedTo === undefined) continue
        const query = { month, creditedTo, flow: 'in' } as const
        const { rows } = await caller.call(listMonthCaptation.page, { query: { ...query, pageSize: '200' } })
        const { total, totals } = await caller.call(listMonthCaptation.count, { query })
        expect([total, totals.amount]).toEqual([rows.length, own.gross])
        expect(sum(rows.map(({ amount }) => amount))).toBe(toCents(own.gross))
      }
      const row = months.find((one) => one.month === `${month}-01`)!
      expect(sum(people.map((one) => one.month.net))).toBe(toCents(row.net))
    }
  })

  test('sums of a team count each euro once', async () => {
    const read = async (view: 'individual' | 'team', of: string) =>
      toCents(
        (
          await callers.direction.call(getFigure, {
            params: { figure: 'captation' },
            query: { range: 'custom', from: '2026-01-01', to: '2026-06-15', of, view },
          })
        ).figure.amount!,
      )
    const single = await Promise.all(Object.values(staff).map(({ id }) => read('individual', id)))
    expect(await read('team', staff.head.id)).toBe(single.reduce((all, one) => all + one, 0n))
    const params = { employeeId: staff.head.id }
    const { totals } = await callers.direction.call(listCaptationMovements.count, {
      params,
      query: { period: 'year', view: 'team' },
    })
    expect(toCents(totals.gross)).toBe(await read('team', staff.head.id))
  })
})
