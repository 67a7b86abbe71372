import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FigureKey, FigurePart } from '#contract/figures/keys.ts'
import { exportProductFigures, getProductFigures } from '#contract/figures/product-study.ts'
import { getFigure, listFigureRows } from '#contract/figures.ts'
import { ledgers } from '#rules/ledgers.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>

/** Today is 2026-06-15. */
let t: Tenant
const staff = {} as Record<'head' | 'superior' | 'manager' | 'second', { id: string; cvl: string }>
const callers = {} as Record<'direction' | 'superior' | 'manager' | 'second', Caller>
const products = {} as Record<'fixed' | 'smart' | 'unused', string>
/** Whose clients each caller sees; null: everybody's. */
let reach: Record<keyof typeof callers, string[] | null>

beforeAll(async () => {
  t = await createTestTenant('dino')
  const { make, owner } = t
  staff.head = await make.employee({ position: 'direction' })
  staff.superior = await make.employee({ position: 'supervisor', supervisorId: staff.head.id })
  staff.manager = await make.employee({ supervisorId: staff.superior.id })
  staff.second = await make.employee({ supervisorId: staff.head.id })
  products.fixed = (await make.product({ family: 'fixed_term' })).id
  products.smart = (await make.product({ family: 'smart' })).id
  products.unused = (await make.product({ family: 'smart' })).id
  const one = await make.client({ staff: { manager: staff.manager.id } })
  const two = await make.client({ staff: { manager: staff.second.id } })
  const moved = await make.client({ staff: { manager: staff.second.id } })
  const open = async (clientId: string, given: Parameters<typeof make.account>[0] = {}) =>
    (await make.account({ clientId, productId: products.fixed, ...given })).id
  const first = await open(one.id)
  const smart = await open(one.id, { productId: products.smart })
  const waiting = await open(one.id, { status: 'pending', openedOn: null })
  const other = await open(two.id)
  const carried = await open(moved.id, { productId: products.smart })
  const matured = await open(one.id, { openedOn: '2025-05-20', expiresOn: '2026-05-20', status: 'expired' })
  const parted = await open(moved.id, { openedOn: '2025-04-10', expiresOn: '2026-04-10', status: 'expired' })
  const left = await open(two.id, { openedOn: '2026-01-01', status: 'canceled' })
  await make.movement(first, '1000.00', 'contribution', '2024-03-01')
  await make.movement(first, '333.33', 'contribution', '2026-03-11')
  await make.movement(first, '-120.10', 'withdrawal', '2026-04-30')
  await make.movement(smart, '77.77', 'contribution', '2026-05-01')
  await make.movement(smart, '0.01', 'interest', '2026-06-02')
  await make.movement(waiting, '50.00', 'contribution', '2026-06-10')
  await make.movement(other, '10000.00', 'contribution', '2025-12-31')
  await make.movement(other, '-25.00', 'fee', '2026-02-02')
  await make.movement(carried, '500.05', 'contribution', '2025-07-01')
  await make.movement(matured, '400.00', 'contribution', '2025-05-20')
  await make.movement(matured, '-400.00', 'transfer', '2026-05-20')
  await make.movement(parted, '100.00', 'contribution', '2025-04-10')
  await make.movement(parted, '-60.00', 'maturity', '2026-04-10')
  await make.movement(parted, '-40.00', 'transfer', '2026-04-10')
  await make.movement(left, '900.00', 'contribution', '2026-01-02')
  await make.movement(left, '-9.00', 'penalty', '2026-03-31')
  await make.movement(left, '-891.00', 'cancellation', '2026-03-31')
  await owner.query('select dino.fold_totals()')
  // Noted today for days that are over, and taken back: not folded yet.
  await make.movement(first, '200.00', 'contribution', '2026-05-15')
  const { journalId } = await make.movement(other, '4000.00', 'contribution', '2026-05-31')
  await owner.query(`select dino.reverse_journals(array[$1::bigint], '2026-06-03', null)`, [journalId])
  await owner.query(`update dino.account set closed_on = expires_on where status = 'expired'`)
  await owner.query(`update dino.account set closed_on = '2026-03-31' where id = $1`, [left])
  // It moved from the second manager to the first one on 20 March, and was the second one's again for a day of May.
  await owner.query(`delete from dino.client_staff where client_id = $1`, [moved.id])
  await owner.query(
    `insert into dino.client_staff (client_id, employee_id, role, valid_from, valid_to) values
       ($1, $2, 'manager', '2024-01-15', '2026-03-19'), ($1, $3, 'manager', '2026-03-20', '2026-05-06'),
       ($1, $2, 'manager', '2026-05-07', '2026-05-07'), ($1, $3, 'manager', '2026-05-08', null)`,
    [moved.id, staff.second.id, staff.manager.id],
  )
  await make.refresh(one.id, two.id, moved.id)
  callers.direction = await t.as('direction', staff.head.cvl)
  callers.superior = await t.as('supervisor', staff.superior.cvl)
  callers.manager = await t.as('manager', staff.manager.cvl)
  callers.second = await t.as('manager', staff.second.cvl)
  reach = {
    direction: null,
    superior: [staff.superior.id, staff.manager.id],
    manager: [staff.manager.id],
    second: [staff.second.id],
  }
})
afterAll(() => t?.drop())

const callerNames = ['direction', 'superior', 'manager', 'second'] as const
const ranges = [
  { from: '2026-01-01', to: '2026-06-15' },
  { from: '2025-12-15', to: '2026-03-20' },
  { from: '2026-05-07', to: '2026-05-07' },
  { from: '2026-04-05', to: '2026-07-31' },
]

/** Whether these people looked after the client of the account `a` on a day. */
const isTheirs = (
  day: string,
) => `($3::bigint[] is null or exists (select from dino.client_staff s where s.client_id = a.client_id
  and s.employee_id = any($3) and s.valid_from <= ${day} and (s.valid_to is null or s.valid_to >= ${day})))`

/** The average, day by day: the balance of each is the sum of all that was posted up to it. */
const averageByHand = async (
  product: string,
  { from, through }: { from: string; through: string },
  people: string[] | null,
) => {
  let sum = 0
  let days = 0
  for (let day = new Date(from); day <= new Date(through); day.setUTCDate(day.getUTCDate() + 1)) {
    const { rows } = await t.owner.query<{ sum: string }>(
      `select coalesce(-sum(p.amount), 0)::text as sum from dino.posting p join dino.account a on a.id = p.account_id
        where p.ledger = ${ledgers.capital} and a.product_id = $2 and p.booking_date <= $1 and ${isTheirs('$1')}`,
      [day.toISOString().slice(0, 10), product, people],
    )
    sum += Math.round(Number(rows[0]!.sum) * 100)
    days += 1
  }
  return (Math.round(sum / days) / 100).toFixed(2)
}

const flowsByHand = async (
  product: string,
  kinds: string[],
  { from, through }: { from: string; through: string },
  people: string[] | null,
) => {
  const { rows } = await t.owner.query<{ sum: string }>(
    `select coalesce(-sum(p.amount), 0)::numeric(18, 2)::text as sum
       from dino.posting p join dino.account a on a.id = p.account_id join dino.journal j on j.id = p.journal_id
      where p.ledger = ${ledgers.capital} and j.kind::text = any($4) and a.product_id = $2 and p.booking_date between $1 and $5
        and ${isTheirs('p.booking_date')}`,
    [from, product, people, kinds, through],
  )
  return rows[0]!.sum
}

describe('the product study', () => {
  test.each(callerNames)('agrees with the postings month by month, for %s', async (name) => {
    for (const range of ranges) {
      const study = await callers[name].call(getProductFigures, { query: range })
      expect(study.through).toBe(range.to < '2026-06-15' ? range.to : '2026-06-15')
      for (const { product, months, ...all } of study.products) {
        const periods = [
          ...study.months.map((month, at) => ({ ...month, ...months[at]! })),
          { from: study.from, through: study.through, ...all },
        ]
        for (const { from, through, ...figures } of periods) {
          const days = { from, through }
          const byHand = (...kinds: string[]) => flowsByHand(product.id, kinds, days, reach[name])
          expect({ product, days, ...figures }).toMatchObject({
            product,
            days,
            averageBalance: await averageByHand(product.id, days, reach[name]),
            inflow: await byHand('contribution'),
            outflow: await byHand('withdrawal', 'cancellation', 'maturity'),
            transfers: await byHand('transfer'),
            penalties: await byHand('penalty'),
          })
        }
      }
    }
  })

  test.each(callerNames)('every number opens rows that add up to it, for %s', async (name) => {
    const caller = callers[name]
    for (const range of ranges) {
      const study = await caller.call(getProductFigures, { query: range })
      for (const { product, months, ...all } of study.products)
        for (const { from, through, ...figures } of [
          ...study.months.map((month, at) => ({ ...month, ...months[at]! })),
          { from: study.from, through: study.through, ...all },
        ]) {
          const count = async (figure: FigureKey, part?: FigurePart) => {
            const query = { range: 'custom', from, to: through, product: product.id, ...(part && { part }) } as const
            return caller.call(listFigureRows.count, { params: { figure }, query })
          }
          const sum = async (figure: FigureKey, part?: FigurePart) => (await count(figure, part)).totals.amount
          expect({ product, from, through, ...figures }).toMatchObject({
            averageBalance: await sum('averageBalance'),
            inflow: await sum('flows', 'contribution'),
            outflow: await sum('outflows'),
            transfers: await sum('flows', 'transfer'),
            penalties: await sum('flows', 'penalty'),
            matured: await sum('maturedMoney'),
            ended: (await count('endedAccounts')).total,
          })
        }
    }
  })

  test('lines add up to the total, which is the figure of all products', async () => {
    const study = await callers.direction.call(getProductFigures, { query: ranges[0]! })
    const sum = study.products.reduce((all, { averageBalance }) => all + Number(averageBalance), 0)
    expect(study.total.averageBalance).toBe(sum.toFixed(2))
    const { figure } = await callers.direction.call(getFigure, {
      params: { figure: 'averageBalance' },
      query: { range: 'custom', ...ranges[0]! },
    })
    expect(figure.amount).toBe(study.total.averageBalance)
    expect(study.products.map(({ product }) => product.id)).toEqual([products.fixed, products.smart])
    expect(study.allProducts.map(({ id }) => id)).toContain(products.unused)
  })

  test('tells life and retention of what ended, for whoever had the client then', async () => {
    const query = { from: '2026-01-01', to: '2026-06-15' }
    const { products: ofFirm } = await callers.direction.call(getProductFigures, { query })
    // 365 days twice, and 89 from 1 January to 31 March: 440 of 500 matured euros went on.
    expect(ofFirm[0]).toMatchObject({
      ended: 3,
      endedDays: 819,
      lifeDays: '273.0',
      matured: '500.00',
      retained: '440.00',
    })
    expect(ofFirm[0]!.retention).toBe('88.0')
    const { products: ofSecond } = await callers.second.call(getProductFigures, { query })
    expect(ofSecond[0]).toMatchObject({
      ended: 1,
      lifeDays: '89.0',
      matured: '0.00',
      retention: null,
      penalties: '-9.00',
    })
    const { rows } = await callers.manager.call(listFigureRows.page, {
      params: { figure: 'endedAccounts' },
      query: { range: 'custom', ...query, sort: 'day', direction: 'desc' },
    })
    expect(rows.map(({ part, day, days, amount }) => ({ part, day, days, amount }))).toEqual([
      { part: 'expired', day: '2026-05-20', days: 365, amount: null },
      { part: 'expired', day: '2026-04-10', days: 365, amount: null },
    ])
  })

  test('covers the last year or two unless days are chosen', async () => {
    const year = await callers.manager.call(getProductFigures, {})
    expect(year).toMatchObject({ from: '2025-07-01', through: '2026-06-15' })
    expect(year.months).toHaveLength(12)
    const two = await callers.manager.call(getProductFigures, { query: { months: '24' } })
    expect(two.months[0]).toEqual({ from: '2024-07-01', through: '2024-07-31' })
    const days = { from: '2026-01-20', to: '2026-02-10' }
    expect((await callers.manager.call(getProductFigures, { query: days })).months).toEqual([
      { from: '2026-01-20', through: '2026-01-31' },
      { from: '2026-02-01', through: '2026-02-10' },
    ])
    const toCome = await callers.manager.call(getProductFigures, { query: { from: '2026-07-01', to: '2026-07-31' } })
    expect(toCome).toMatchObject({ months: [], products: [] })
    for (const query of [{ from: '2026-01-01' }, { to: '2026-01-01' }, { from: '2026-02-01', to: '2026-01-01' }])
      await expect(callers.manager.call(getProductFigures, { query })).rejects.toThrow('400')
  })

  test('shows of a chosen person what is theirs, and nobody out of reach', async () => {
    const ofManager = { of: staff.manager.id }
    const chosen = await callers.direction.call(getProductFigures, { query: ofManager })
    const own = await callers.manager.call(getProductFigures, {})
    expect(chosen.total).toEqual(own.total)
    expect(chosen.scope).toMatchObject({ person: { id: staff.manager.id }, isWholeFirm: false })
    expect(own.scope).toEqual({ person: null, view: 'individual', isWholeFirm: false })
    expect(own.total.averageBalance).not.toBe('0.00')
    await expect(callers.manager.call(getProductFigures, { query: { of: staff.second.id } })).rejects.toThrow('404')
  })

  test('the study has a file by product and one by month', async () => {
    const linesOf = async (query: { by: 'product' | 'month'; product?: string }) => {
      const file = await callers.direction.send(exportProductFigures, { query: { ...query, format: 'csv' } })
      expect(file.statusCode, file.body).toBe(200)
      return file.body.trim().split('\r\n')
    }
    expect(await linesOf({ by: 'product' })).toHaveLength(1 + 2)
    expect(await linesOf({ by: 'month' })).toHaveLength(1 + 2 * 12)
    expect(await linesOf({ by: 'month', product: products.smart })).toHaveLength(1 + 12)
  })
})
