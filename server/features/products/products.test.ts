import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approveChangeRequest, getApproval } from '#contract/approvals.ts'
import { getAccountInterest } from '#contract/clients/account-interest.ts'
import { changeProduct, getProduct, listProducts, type ProductSettings, setTariff } from '#contract/products.ts'
import { ignoreProgress } from '#db/progress.ts'
import { firmSizes } from '#db/seed/firm.ts'
import { seedFirmOfSize } from '#db/seed/seed.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
let admin: Caller
let direction: Caller
beforeAll(async () => {
  t = await createTestTenant('dino')
  admin = await t.as('admin')
  direction = await t.as('direction')
})
afterAll(() => t.drop())

const offeredSettings: ProductSettings = {
  code: 'NEW',
  family: 'fixed_term',
  line: 'evas',
  name: 'Evas 12 meses',
  dayCount: 'ACT/365F',
  payout: 'at_maturity',
  capitalised: false,
  minimum: '3000.00',
  maximum: '100000.00',
  termMonths: 12,
  penaltyPoints: '1.000000',
  defaultInstruction: 'renew_principal',
  earnsUntilPaid: false,
  earlyWithdrawal: 'none',
  additions: 'none',
  additionDays: null,
  onSale: true,
}
let productCounter = 0
const insertTestProduct = async (): Promise<string> => {
  const values = { ...offeredSettings, code: `NEW-${++productCounter}` }
  return (await t.db.insertInto('product').values(values).returning('id').executeTakeFirstOrThrow()).id
}
const fetchProduct = (productId: string) => direction.call(getProduct, { params: { productId } })
const callApprove = async (approvalId: string | null) =>
  direction.call(approveChangeRequest, { params: { approvalId: approvalId! }, body: {} })
const buildSlab = (minAmount: string, rate: string, termMonths = 0) => ({ minAmount, rate, termMonths })
const callSetTariff = async (productId: string, validFrom: string, slabs = [buildSlab('0.00', '3.000000')]) =>
  admin.call(setTariff, {
    params: { productId },
    body: { version: (await fetchProduct(productId)).version, tariff: { validFrom, slabs }, reason: 'Comité de tipos' },
  })
const callChangeProduct = async (productId: string, overrides: Partial<ProductSettings>) => {
  const { version, code } = await fetchProduct(productId)
  return admin.call(changeProduct, {
    params: { productId },
    body: { version, settings: { ...offeredSettings, code, ...overrides }, reason: 'Comité de producto' },
  })
}

describe('terms of products', () => {
  test('changes terms after a second approval that shows before and after', async () => {
    const productId = await insertTestProduct()
    const proposed = await callChangeProduct(productId, { minimum: '5000.00', maximum: null })
    expect(proposed.state).toBe('pending')
    expect(await fetchProduct(productId)).toMatchObject({
      minimum: '3000.00',
      version: 1,
      waiting: [{ approvalId: proposed.approvalId, change: 'settings' }],
    })
    const approvalDetail = await direction.call(getApproval, { params: { approvalId: proposed.approvalId! } })
    expect(approvalDetail).toMatchObject({
      before: { minimum: '3000.00' },
      after: { minimum: '5000.00', maximum: null },
    })
    await callApprove(proposed.approvalId)
    expect(await fetchProduct(productId)).toMatchObject({ minimum: '5000.00', maximum: null, version: 2, waiting: [] })
  })

  test('an open account keeps its terms; a draft follows the product', async () => {
    const productId = await insertTestProduct()
    const open = await t.make.account({ productId, rate: '3.65', openedOn: '2026-05-01' })
    const draft = await t.make.account({ productId, status: 'draft', openedOn: null })
    await t.make.movement(open.id, '10000.00', 'contribution', '2026-05-01')
    const explained = () => admin.call(getAccountInterest, { params: { clientId: open.clientId, accountId: open.id } })
    const before = await explained()
    await callApprove(
      (await callChangeProduct(productId, { dayCount: '30E/360', payout: 'monthly', penaltyPoints: '2.5' })).approvalId,
    )
    expect(await explained()).toEqual(before)
    // A draft takes the terms of the day on which it is worked on.
    await t.db.updateTable('account').set({ status: 'pending' }).where('id', '=', draft.id).execute()
    const terms = await t.db
      .selectFrom('accountTerms')
      .where('accountId', 'in', [open.id, draft.id])
      .orderBy('accountId')
      .select(['dayCount', 'payout', 'penaltyPoints'])
      .execute()
    expect(terms).toEqual([
      { dayCount: 'ACT/365F', payout: 'at_maturity', penaltyPoints: '1.000000' },
      { dayCount: '30E/360', payout: 'monthly', penaltyPoints: '2.500000' },
    ])
  })

  test('the database refuses changes to the rate of an open account', async () => {
    const open = await t.make.account({ rate: '3', openedOn: '2026-05-01' })
    const change = t.owner.query('update dino.account set rate = 4 where id = $1', [open.id])
    await expect(change).rejects.toMatchObject({ code: 'AT007' })
    await expect(
      t.db.updateTable('accountTerms').set({ accrues: false }).where('accountId', '=', open.id).execute(),
    ).rejects.toMatchObject({ code: '42501' })
  })

  test('refuses approval of the second of two changes on one version', async () => {
    const productId = await insertTestProduct()
    const one = await callChangeProduct(productId, { minimum: '1.00' })
    const other = await callChangeProduct(productId, { minimum: '2.00' })
    await callApprove(one.approvalId)
    await expect(callApprove(other.approvalId)).rejects.toMatchObject({ code: 'approval.changedSince' })
    const stale = admin.call(changeProduct, {
      params: { productId },
      body: { version: 1, settings: { ...offeredSettings, minimum: '3.00' }, reason: 'Tarde' },
    })
    await expect(stale).rejects.toMatchObject({ code: 'conflict.changed' })
  })

  test.each([
    [{ maximum: '10.00' }, { 'settings.maximum': 'belowMinimum' }],
    [{ termMonths: null }, { 'settings.payout': 'needsTerm' }],
    [{}, { settings: 'unchanged' }],
  ] as const)('refuses a product change of %j', async (overrides, fields) => {
    await expect(callChangeProduct(await insertTestProduct(), overrides)).rejects.toMatchObject({
      code: 'request.invalid',
      fields,
    })
  })
})

describe('rates of products', () => {
  test('applies rates from their day on, by amount and term', async () => {
    const productId = await insertTestProduct()
    await callApprove(
      (await callSetTariff(productId, '2026-06-15', [buildSlab('0.00', '2.5'), buildSlab('50000.00', '2.75')]))
        .approvalId,
    )
    await callApprove(
      (await callSetTariff(productId, '2026-07-01', [buildSlab('0.00', '2.25'), buildSlab('0.00', '3.0', 24)]))
        .approvalId,
    )
    const rateOn = async (day: string, amount: string, months: number) =>
      (
        await t.owner.query('select dino.product_rate_on($1, $2, $3, $4::smallint) as rate', [
          productId,
          day,
          amount,
          months,
        ])
      ).rows[0].rate
    expect(await rateOn('2026-06-14', '1000', 12)).toBeNull()
    expect(await rateOn('2026-06-15', '49999.99', 12)).toBe('2.500000')
    expect(await rateOn('2026-06-30', '50000', 12)).toBe('2.750000')
    expect(await rateOn('2026-07-01', '50000', 12)).toBe('2.250000')
    expect(await rateOn('2026-07-01', '50000', 24)).toBe('3.000000')
    const { tariffs, rateFrom, rateTo } = await fetchProduct(productId)
    expect(tariffs.map(({ validFrom, state }) => [validFrom, state])).toEqual([
      ['2026-07-01', 'coming'],
      ['2026-06-15', 'current'],
    ])
    expect([rateFrom, rateTo]).toEqual(['2.500000', '2.750000'])
  })

  test('refuses past rates, equal slabs and rates above a hundred percent', async () => {
    const productId = await insertTestProduct()
    await expect(callSetTariff(productId, '2026-06-14')).rejects.toMatchObject({
      fields: { 'tariff.validFrom': 'beforeToday' },
    })
    const twice = callSetTariff(productId, '2026-06-20', [buildSlab('0.00', '1.0'), buildSlab('0.00', '2.0')])
    await expect(twice).rejects.toMatchObject({ fields: { 'tariff.slabs': 'twice' } })
    const beyond = callSetTariff(productId, '2026-06-20', [buildSlab('0.00', '100.000001')])
    await expect(beyond).rejects.toMatchObject({ status: 400, fields: { 'tariff.slabs.0.rate': expect.any(String) } })
  })
})

test('finds products by name and code and shows today’s rates', async () => {
  const productId = await insertTestProduct()
  await callApprove(
    (await callSetTariff(productId, '2026-06-15', [buildSlab('0.00', '2.5'), buildSlab('50000.00', '2.75')]))
      .approvalId,
  )
  const { rows } = await direction.call(listProducts.page, { query: { search: `NEW-${productCounter}` } })
  expect(rows).toMatchObject([{ id: productId, rateFrom: '2.500000', rateTo: '2.750000' }])
  expect(
    (await direction.call(listProducts.count, { query: { search: `new-${productCounter}`, family: 'smart' } })).total,
  ).toBe(0)
})

test('opens the demo accounts at the rates of their tariffs', async () => {
  const seeded = await createTestTenant('dino_uab')
  try {
    const { ownerUrl } = seeded
    await seedFirmOfSize({
      ownerUrl,
      prefix: 'dino_uab',
      size: firmSizes.tenth,
      today: '2026-06-15',
      progress: ignoreProgress,
    })
    const { rows } = await seeded.owner.query(`select count(*)::int as accounts,
        count(*) filter (where a.rate is distinct from dino_uab.product_rate_on(p.id, a.opened_on, a.agreed_amount, p.term_months))::int as differing
      from dino_uab.account a join dino_uab.product p on p.id = a.product_id where p.accrues and a.status <> 'draft' and a.opened_on is not null`)
    expect(rows[0].differing).toBe(0)
    expect(rows[0].accounts).toBeGreaterThan(500)
  } finally {
    await seeded.drop()
  }
})
