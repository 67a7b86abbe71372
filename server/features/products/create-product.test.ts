import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approveChangeRequest, getApproval } from '#contract/approvals.ts'
import { getOpeningOptions } from '#contract/openings.ts'
import { changeProduct, createProduct, getProduct, listProducts, type ProductSettings } from '#contract/products.ts'
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

const buildSettings = (code: string, overrides: Partial<ProductSettings> = {}): ProductSettings => ({
  code,
  family: 'fixed_term',
  line: 'evas',
  name: `Evas ${code}`,
  dayCount: 'ACT/365F',
  payout: 'at_maturity',
  capitalised: false,
  minimum: '1000.00',
  maximum: null,
  termMonths: 24,
  penaltyPoints: '1.000000',
  defaultInstruction: 'pay_out',
  earnsUntilPaid: false,
  earlyWithdrawal: 'none',
  additions: 'none',
  additionDays: null,
  onSale: true,
  ...overrides,
})
const testTariff = { validFrom: '2026-06-15', slabs: [{ minAmount: '0.00', rate: '2.500000', termMonths: 0 }] }
const sendCreateProduct = (body: object) =>
  admin.send(createProduct, { body: { accrues: true, tariff: testTariff, reason: 'Comité de producto', ...body } })
const callApprove = async (approvalId: string) =>
  direction.call(approveChangeRequest, { params: { approvalId }, body: {} })
const findListedProduct = async (code: string) =>
  (await admin.call(listProducts.page, { query: { search: code } })).rows.find((one) => one.code === code)

describe('new products', () => {
  test('creates a product with code, family, line and rates after a second approval', async () => {
    const answer = await sendCreateProduct({ settings: buildSettings('EVAS-24X') })
    const { state, approvalId } = answer.json()
    expect([answer.statusCode, state, await findListedProduct('EVAS-24X')]).toEqual([200, 'pending', undefined])
    await callApprove(approvalId)
    expect(await findListedProduct('EVAS-24X')).toMatchObject({
      family: 'fixed_term',
      line: 'evas',
      rateFrom: '2.500000',
      onSale: true,
    })
    const { link } = await direction.call(getApproval, { params: { approvalId } })
    expect(link).toBe(`/crm/Productos/${(await findListedProduct('EVAS-24X'))!.id}`)
  })

  test('offers a new product for openings once it is approved', async () => {
    const { approvalId } = (await sendCreateProduct({ settings: buildSettings('EVAS-36X') })).json()
    const client = await t.make.client({})
    const offered = async () =>
      (await admin.call(getOpeningOptions, { params: { clientId: client.id } })).products.map(({ name }) => name)
    expect(await offered()).not.toContain('Evas EVAS-36X')
    await callApprove(approvalId)
    expect(await offered()).toContain('Evas EVAS-36X')
  })

  test('refuses approval of a product whose code was taken meanwhile', async () => {
    const one = await sendCreateProduct({ settings: buildSettings('TWIN') })
    const other = await sendCreateProduct({ settings: buildSettings('TWIN') })
    await callApprove(one.json().approvalId)
    const late = await direction.send(approveChangeRequest, {
      params: { approvalId: other.json().approvalId },
      body: {},
    })
    expect([late.statusCode, late.json().code]).toEqual([409, 'approval.changedSince'])
    expect((await sendCreateProduct({ settings: buildSettings('TWIN') })).json().fields).toEqual({
      'settings.code': 'taken',
    })
  })

  test.each([
    ['rates where it earns', { settings: buildSettings('BAD1'), tariff: null }, { 'tariff.slabs': 'required' }],
    ['no rates where it never earns', { settings: buildSettings('BAD2'), accrues: false }, { tariff: 'neverEarns' }],
    [
      'a maximum above its minimum',
      { settings: buildSettings('BAD3', { maximum: '1.00' }) },
      { 'settings.maximum': 'belowMinimum' },
    ],
    [
      'rates from today on',
      { settings: buildSettings('BAD4'), tariff: { ...testTariff, validFrom: '2026-06-14' } },
      { 'tariff.validFrom': 'beforeToday' },
    ],
    ['a code of capitals and figures', { settings: buildSettings('no good') }, { 'settings.code': 'invalid_format' }],
  ])('a new product needs %s', async (_, body, fields) => {
    const answer = await sendCreateProduct(body)
    expect([answer.statusCode, answer.json().fields]).toEqual([400, fields])
  })

  test('refuses a new product from a user without the right', async () => {
    const manager = await t.as('manager')
    const body = { accrues: true, tariff: testTariff, reason: 'Comité', settings: buildSettings('MINE') }
    expect((await manager.send(createProduct, { body })).statusCode).toBe(403)
  })
})

describe('code and family of products', () => {
  const changed = async (productId: string, overrides: Partial<ProductSettings>) => {
    const product = await admin.call(getProduct, { params: { productId } })
    const body = {
      version: product.version,
      settings: buildSettings(product.code, overrides),
      reason: 'Comité de producto',
    }
    return admin.send(changeProduct, { params: { productId }, body })
  }
  const make = async (code: string) => {
    await callApprove((await sendCreateProduct({ settings: buildSettings(code) })).json().approvalId)
    return (await findListedProduct(code))!.id
  }

  test('changes code and line of a product without accounts', async () => {
    const productId = await make('FRESH')
    const proposed = await changed(productId, { code: 'FRESHER', line: 'auras' })
    await callApprove(proposed.json().approvalId)
    expect(await findListedProduct('FRESHER')).toMatchObject({ id: productId, line: 'auras' })
  })

  test('keeps code and family once an account exists, even after the proposal', async () => {
    const productId = await make('USED')
    const proposed = await changed(productId, { code: 'USED-2' })
    await t.make.account({ productId })
    const late = await direction.send(approveChangeRequest, {
      params: { approvalId: proposed.json().approvalId },
      body: {},
    })
    expect(late.json().code).toBe('approval.changedSince')
    expect((await changed(productId, { family: 'smart' })).json().fields).toEqual({ 'settings.family': 'hasAccounts' })
  })
})
