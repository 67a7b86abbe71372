import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FigureKey } from '#contract/figures/keys.ts'
import { getFigure, getProductHistory, getSituation, listFigureRows } from '#contract/figures.ts'
import { ledgers } from '#rules/ledgers.ts'
import { createDraws } from '#test/harness/draws.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>

/** Today is Monday 2026-06-15. */
let t: Tenant
let direction: Caller
const accounts: string[] = []

const { draw, drawDay } = createDraws(20260615)

/** One step of an account's life; on any day, also before what is there. */
const live = async (id: string): Promise<void> => {
  const day = drawDay('2026-01-01', '2026-06-14')
  const set = (values: string) =>
    t.owner.query(`update dino.account set ${values} where id = $1 and status <> 'draft'`, [id])
  const step = draw(7)
  if (step === 0) await set(`status = 'active', opened_on = '${day}', closed_on = null`)
  else if (step === 1)
    await set(
      `status = 'canceled', opened_on = coalesce(opened_on, '${day}'), closed_on = greatest(coalesce(opened_on, '${day}'), '${day}')`,
    )
  else if (step === 2) await set(`status = 'pending', opened_on = null, closed_on = null`)
  else if (step === 3) await t.make.movement(id, '12.34', 'interest', day)
  else if (step === 4) await t.make.movement(id, '-1.23', 'fee', day)
  else await t.make.movement(id, `${100 + draw(900)}.0${draw(10)}`, 'contribution', day)
}

beforeAll(async () => {
  t = await createTestTenant('dino')
  direction = await t.as('direction', (await t.make.employee({ position: 'direction' })).cvl)
  // What was agreed on an account does not change: here it does, so that every order of events is seen.
  await t.owner.query('alter table dino.account disable trigger account_keeps_terms')
  const products = [
    (await t.make.product({ mayBeNegative: true })).id,
    (await t.make.product({ family: 'smart', mayBeNegative: true })).id,
  ]
  for (let n = 0; n < 12; n++)
    accounts.push((await t.make.account({ productId: products[n % 2]!, status: 'pending', openedOn: null })).id)
  for (let n = 0; n < 180; n++) {
    await live(accounts[draw(accounts.length)]!)
    if (n === 90) await t.owner.query('select dino.fold_totals()')
  }
})
afterAll(() => t?.drop())

const days = ['2025-12-31', '2026-02-14', '2026-03-31', '2026-05-02', '2026-06-14', '2026-06-15']

/** By hand, straight from the postings. */
const sumStock = async (day: string, open: boolean, principal: boolean) => {
  const { rows } = await t.owner.query<{ amount: string; accounts: number }>(
    `select coalesce(sum(s.amount), 0)::numeric(18, 2)::text as amount, count(*)::int as accounts from (
       select a.id, coalesce((
                select sum(-p.amount) from dino.posting p join dino.journal j on j.id = p.journal_id
                 where p.account_id = a.id and p.ledger = ${ledgers.capital} and p.booking_date <= $1
                   and (not $3 or j.kind not in ('interest', 'bonus', 'withholding', 'penalty', 'fee'))), 0) as amount
         from dino.account a
        where coalesce(a.status in ('active', 'expired', 'canceled') and a.opened_on <= $1 and (a.closed_on is null or a.closed_on > $1), false) = $2) s`,
    [day, open, principal],
  )
  return rows[0]!
}

const fetchFigure = async (figure: FigureKey, day: string) =>
  (await direction.call(getFigure, { params: { figure }, query: { range: 'custom', from: day, to: day } })).figure

test.each(days)('stocks of %s are those of the postings', async (day) => {
  const capital = await fetchFigure('totalCapital', day)
  const expected = await sumStock(day, true, true)
  expect({ amount: capital.amount, accounts: capital.count }).toEqual(expected)
  expect((await fetchFigure('balance', day)).amount).toBe((await sumStock(day, true, false)).amount)
  expect((await fetchFigure('idleMoney', day)).amount).toBe((await sumStock(day, false, false)).amount)
  const { totals, total } = await direction.call(listFigureRows.count, {
    params: { figure: 'totalCapital' },
    query: { range: 'custom', from: day, to: day },
  })
  expect([totals.amount, total]).toEqual([expected.amount, expected.accounts])
})

test('a situation of the whole firm adds up from kept totals', async () => {
  const toCents = (amount: string): bigint => BigInt(amount.replace('.', ''))
  for (const from of ['2026-01-01', '2026-02-14', '2026-05-31']) {
    const { situation } = await direction.call(getSituation, { query: { range: 'custom', from, to: '2026-06-15' } })
    const moved = situation.lines.reduce((sum, { amount }) => sum + toCents(amount), 0n)
    expect(toCents(situation.opening) + moved).toBe(toCents(situation.closing))
    expect(situation.closing).toBe((await sumStock('2026-06-15', true, false)).amount)
  }
})

test('the history by product closes at the balance of each month', async () => {
  const { months } = await direction.call(getProductHistory, { query: {} })
  for (const through of ['2026-01-31', '2026-03-31', '2026-06-15']) {
    const cents = months
      .filter((month) => month.through === through)
      .reduce((sum, { closing }) => sum + BigInt(closing.replace('.', '')), 0n)
    expect(cents).toBe(BigInt((await sumStock(through, true, false)).amount.replace('.', '')))
  }
})

test('kept stocks are the same when they are made anew', async () => {
  const read = async () => {
    await t.owner.query('select dino.fold_totals()')
    const { rows } = await t.owner.query(
      'select * from dino.total_day_stock where idle_principal <> 0 or idle_balance <> 0 or opened <> 0 order by day, product_id',
    )
    return rows
  }
  const before = await read()
  expect(before.length).toBeGreaterThan(20)
  await t.owner.query('select dino.rebuild_stock()')
  expect(await read()).toEqual(before)
})
