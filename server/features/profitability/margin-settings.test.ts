import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  getProfitabilitySettings,
  listProfitability,
  removeDirectCost,
  removeTransferRate,
  setDirectCost,
  setTransferRate,
} from '#contract/profitability.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

/** Today is 2026-06-15. */
let t: Awaited<ReturnType<typeof createTestTenant>>
let admin: Awaited<ReturnType<typeof t.as>>
let productId: string
const year = { range: 'custom' as const, from: '2025-01-01', to: '2025-12-31' }
const fetchMargins = async () => (await admin.call(listProfitability.page, { query: year })).rows

beforeAll(async () => {
  t = await createTestTenant('dino')
  admin = await t.as('admin')
  productId = (await t.make.product()).id
  const client = await t.make.client({ staff: { manager: (await t.make.employee()).id } })
  const account = await t.make.account({
    clientId: client.id,
    productId,
    rate: '2',
    bonusRate: '0.5',
    openedOn: '2024-06-01',
  })
  await t.make.movement(account.id, '36500.00', 'contribution', '2024-06-01')
  await t.make.movement(account.id, '-10.00', 'withdrawal', '2025-07-01')
})
afterAll(() => t.drop())

const setRate = (validFrom: string, rate: string, before: string | null = null, termMonths = 0) =>
  admin.call(setTransferRate, { body: { productId, termMonths, validFrom, rate, before } })
const findAudit = async (action: string) =>
  (await t.owner.query(`select entity, before, after from dino.audit_event where action = $1 order by id`, [action]))
    .rows

describe('transfer rates', () => {
  test('an account without a rate has no margin, and is counted beside', async () => {
    expect(await fetchMargins()).toMatchObject([
      {
        accounts: 1,
        unratedAccounts: 1,
        unratedBalance: '36494.96',
        averageBalance: '0.00',
        margin: null,
        transferIncome: null,
      },
    ])
    const { products } = await admin.call(getProfitabilitySettings, {})
    expect(products.find(({ id }) => id === productId)).toMatchObject({ isUnrated: true })
  })

  test('give the margin from their day on', async () => {
    await setRate('2025-01-01', '4')
    // 36,500 at 4 % and 2.5 % for 181 days, then 36,490 for 184.
    expect(await fetchMargins()).toMatchObject([
      { transferIncome: '1459.80', interest: '912.37', costs: '0.00', margin: '547.43', marginShare: '1.50' },
    ])
    const { products } = await setRate('2025-12-31', '0')
    expect(products.find(({ id }) => id === productId)).toMatchObject({ isUnrated: false })
    expect((await fetchMargins())[0]).toMatchObject({ transferIncome: '1455.80' })
    await admin.call(removeTransferRate, { params: { productId, term: '0', validFrom: '2025-12-31' } })
    expect((await fetchMargins())[0]).toMatchObject({ transferIncome: '1459.80' })
  })

  test('a correction of what was changed meanwhile is refused', async () => {
    await expect(setRate('2025-01-01', '5')).rejects.toThrow('409')
    await expect(setRate('2025-01-01', '5', '3')).rejects.toThrow('409')
    const { transferRates } = await setRate('2025-01-01', '5', '4.000000')
    expect(transferRates).toMatchObject([{ productId, rate: '5', validFrom: '2025-01-01', termMonths: 0 }])
    await setRate('2025-01-01', '4', '5')
    expect((await findAudit('transferRate.set')).at(-1)).toMatchObject({
      entity: 'transferRate',
      before: { rate: '5', validFrom: '2025-01-01' },
      after: { rate: '4' },
    })
  })

  test('refuses rates of no product, and those out of bounds', async () => {
    const body = { productId: '999999999', termMonths: 0, validFrom: '2025-01-01', rate: '4', before: null }
    await expect(admin.call(setTransferRate, { body })).rejects.toThrow('400')
    await expect(setRate('2025-02-01', '100.1')).rejects.toThrow('400')
    await expect(setRate('2025-02-01', '-1')).rejects.toThrow('400')
    const missing = { params: { productId, term: '12', validFrom: '2025-01-01' } }
    await expect(admin.call(removeTransferRate, missing)).rejects.toThrow('404')
  })
})

describe('direct costs', () => {
  test('count by day and by movement, as they held then', async () => {
    const setCost = (kind: 'account_year' | 'movement', validFrom: string, amount: string) =>
      admin.call(setDirectCost, { body: { productId, kind, validFrom, amount, before: null } })
    await setCost('account_year', '2024-01-01', '36.50')
    await setCost('account_year', '2025-12-22', '73.00')
    await setCost('movement', '2025-01-01', '0.45')
    // 355 days of 10 cents, 10 of 20, and a withdrawal.
    expect((await fetchMargins())[0]).toMatchObject({ costs: '37.95', margin: '509.48' })
    await admin.call(removeDirectCost, { params: { productId, kind: 'movement', validFrom: '2025-01-01' } })
    expect((await fetchMargins())[0]).toMatchObject({ costs: '37.50' })
    expect((await findAudit('directCost.removed')).at(-1)).toMatchObject({ before: { movementCost: '0.45' } })
  })
})

test('only administrators read and change what margins are reckoned with', async () => {
  for (const role of ['direction', 'supervisor', 'investments'] as const) {
    const caller = await t.as(role)
    await expect(caller.call(getProfitabilitySettings, {})).rejects.toThrow('403')
    const params = { productId, term: '0', validFrom: '2025-01-01' }
    await expect(caller.call(removeTransferRate, { params })).rejects.toThrow('403')
  }
})
