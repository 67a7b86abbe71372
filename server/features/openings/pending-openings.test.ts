import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getOpeningFilterOptions, listOpenings } from '#contract/openings.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
let manager: Caller
let outsiderCaller: Caller
let managerId: string
/** Of each amount, the account that was agreed for so much. */
const accountIdsByAmount: Record<string, string> = {}
beforeAll(async () => {
  t = await createTestTenant('dino')
  const employee = await t.make.employee({ position: 'manager' })
  managerId = employee.id
  manager = await t.as('manager', employee.cvl)
  outsiderCaller = await t.as('manager', (await t.make.employee()).cvl)
  const evas = await t.make.product()
  const auras = await t.make.product()
  await t.db.updateTable('product').set({ line: 'evas', minimum: '500.00' }).where('id', '=', evas.id).execute()
  await t.db.updateTable('product').set({ line: 'auras' }).where('id', '=', auras.id).execute()
  const expectedOpenings = [
    ['1000.00', evas.id, 'pending', true, '2026-06-01T10:00:00Z'],
    ['2500.00', evas.id, 'draft', true, '2026-06-10T22:30:00Z'],
    ['5000.00', auras.id, 'pending', false, '2026-06-12T10:00:00Z'],
  ] as const
  for (const [agreedAmount, productId, status, checked, createdAt] of expectedOpenings) {
    const { id: clientId } = await t.make.client({ checked, staff: { manager: managerId } })
    const { id } = await t.make.account({ clientId, productId, status, agreedAmount, openedOn: null })
    await t.db.updateTable('account').set({ createdAt }).where('id', '=', id).execute()
    accountIdsByAmount[agreedAmount] = id
  }
  await t.make.account({ clientId: (await t.make.client({ staff: { manager: managerId } })).id })
  await t.make.movement(accountIdsByAmount['1000.00']!, '600.00', 'contribution', '2026-06-02')
})
afterAll(() => t.drop())

const listAgreedAmounts = async (query: object, by = manager) =>
  (await by.call(listOpenings.page, { query: { sort: 'agreed', direction: 'asc', ...query } })).rows.map(
    ({ agreed }) => agreed,
  )

describe('pending openings', () => {
  test('lists reason, received and missing money of pending openings with their sums', async () => {
    const { rows } = await manager.call(listOpenings.page, { query: { sort: 'agreed', direction: 'asc' } })
    expect(rows.map(({ waitsFor, received, missing }) => [waitsFor, received, missing])).toEqual([
      ['money', '600.00', '400.00'],
      ['submission', '0.00', '2500.00'],
      ['documents', '0.00', '5000.00'],
    ])
    expect(rows.map(({ mayOpenWithReceived }) => mayOpenWithReceived)).toEqual([true, false, false])
    expect(await manager.call(listOpenings.count, { query: {} })).toEqual({
      total: 3,
      totals: { agreed: '8500.00', received: '600.00', missing: '7900.00' },
    })
  })

  test.each([
    [{ amount: '>2500.00' }, ['5000.00']],
    [{ amount: '<2500.00' }, ['1000.00']],
    [{ amount: '=2500.00' }, ['2500.00']],
    [{ amount: '1000.00~2500.00' }, ['1000.00', '2500.00']],
    [{ line: 'evas' }, ['1000.00', '2500.00']],
    [{ line: 'antares' }, []],
    [{ waitsFor: 'documents' }, ['5000.00']],
    // Late in the evening of the 10th in London is the 11th in Madrid.
    [{ from: '2026-06-11' }, ['2500.00', '5000.00']],
    [{ to: '2026-06-10' }, ['1000.00']],
  ] as const)('filters pending openings by %o', async (query, expected) => {
    expect(await listAgreedAmounts(query)).toEqual(expected)
    expect((await manager.call(listOpenings.count, { query })).total).toBe(expected.length)
  })

  test('finds pending openings by account number and by manager', async () => {
    const { number } = await t.db
      .selectFrom('account')
      .where('id', '=', accountIdsByAmount['5000.00']!)
      .select('number')
      .executeTakeFirstOrThrow()
    expect(await listAgreedAmounts({ search: number })).toEqual(['5000.00'])
    expect(await listAgreedAmounts({ manager: managerId })).toHaveLength(3)
    const { managers } = await manager.call(getOpeningFilterOptions, {})
    expect(managers.map(({ id }) => id)).toEqual([managerId])
  })

  test('hides pending openings of other managers’ clients under any filter', async () => {
    for (const query of [{}, { manager: managerId }, { amount: '>0.00' }])
      expect(await listAgreedAmounts(query, outsiderCaller)).toEqual([])
    expect(await outsiderCaller.call(getOpeningFilterOptions, {})).toEqual({ managers: [] })
    const file = await outsiderCaller.send(listOpenings.exportRows, { query: { format: 'csv' } })
    expect(file.body.trim().split('\r\n')).toHaveLength(1)
  })

  test.each(['>1', '1000', '5~', '>-1.00', '1.00~2', '> 1.00'])(
    'refuses %s as an amount filter, naming the field',
    async (amount) => {
      const attempt = manager.call(listOpenings.page, { query: { amount } })
      await expect(attempt).rejects.toMatchObject({ status: 400, fields: { amount: expect.anything() } })
    },
  )

  test('exports the filtered pending openings', async () => {
    const file = await manager.send(listOpenings.exportRows, { query: { line: 'evas', format: 'csv' } })
    expect(file.body.trim().split('\r\n')).toHaveLength(3)
    expect(file.body).toContain('Ingreso')
  })
})
