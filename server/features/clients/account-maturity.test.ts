import { afterAll, beforeAll, expect, test } from 'vitest'
import { getAccount, getClient } from '#contract/clients/client.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

let t: Awaited<ReturnType<typeof createTestTenant>>
beforeAll(async () => {
  t = await createTestTenant('dino')
})
afterAll(() => t.drop())

const createTermAccount = async (expiresOn?: string) => {
  const account = await t.make.account({ openedOn: '2025-06-15', ...(expiresOn && { expiresOn }) })
  await t.make.movement(account.id, '1000.00', 'contribution', '2025-06-15')
  return { clientId: account.clientId, accountId: account.id }
}

test('an account shows its maturity instruction and the day of payment', async () => {
  const params = await createTermAccount('2026-07-11')
  const target = await t.make.product()
  const values = { instruction: 'transfer' as const, transferProductId: target.id }
  await t.db.updateTable('account').set(values).where('id', '=', params.accountId).execute()
  const { name } = await t.db.selectFrom('product').where('id', '=', target.id).select('name').executeTakeFirstOrThrow()
  const admin = await t.as('admin')
  const maturity = {
    instruction: 'transfer',
    productName: name,
    suspended: false,
    amount: '1000.00',
    settlesOn: '2026-07-13',
    closure: 'weekend',
  }
  expect((await admin.call(getAccount, { params })).maturity).toEqual(maturity)
  const client = await admin.call(getClient, { params: { clientId: params.clientId } })
  expect(client.accounts.map((account) => account.maturity)).toEqual([maturity])
  expect(client.openWithdrawals).toEqual({ count: 0, amount: '0.00' })
})

test('an account without a term has no maturity', async () => {
  const params = await createTermAccount()
  expect((await (await t.as('admin')).call(getAccount, { params })).maturity).toBeNull()
})

test('hides withdrawals under way from a role without payments', async () => {
  const { clientId } = await createTermAccount()
  const client = await (await t.as('investments')).call(getClient, { params: { clientId } })
  expect(client.openWithdrawals).toBeNull()
})
