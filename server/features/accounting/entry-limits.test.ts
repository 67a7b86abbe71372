import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approve } from '#contract/approvals.ts'
import { getAccount } from '#contract/client.ts'
import { keyHeader } from '#contract/core/endpoint.ts'
import { addEntry } from '#contract/manual-entries.ts'
import { testTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof testTenant>>
let t: Tenant
let admin: Awaited<ReturnType<Tenant['as']>>
let direction: typeof admin

beforeAll(async () => {
  t = await testTenant('dino')
  ;[admin, direction] = [await t.as('admin'), await t.as('direction')]
})
afterAll(() => t.drop())

const refused = (status: number, code: string, fields: object) => ({ status, code, fields })
const accountWith = async (amount: string, given: { clientId?: string } = {}) => {
  const clientId = given.clientId ?? (await t.make.client({ checked: true })).id
  const { id: accountId } = await t.make.account({ clientId, openedOn: '2026-01-01' })
  await t.make.movement(accountId, amount, 'contribution', '2026-05-04')
  return { clientId, accountId }
}
const lineOf =
  (side: 'debit' | 'credit') =>
  (ledger: string, amount: string, more: object = {}) => ({
    ...{ ledger, side, amount, ...more },
  })
const [debit, credit] = [lineOf('debit'), lineOf('credit')]
const proposed = { bookingDate: '2026-06-15', valueDate: '2026-06-15', description: 'Corrección', reason: 'Error' }
type Sent = Parameters<typeof admin.call<typeof addEntry>>[1]
const ask = (body: object) =>
  t
    .callerWith(admin.token, { [keyHeader]: randomUUID() })
    .call(addEntry, { body: { ...proposed, ...body } } as unknown as Sent)
const balance = async (params: { clientId: string; accountId: string }) =>
  (await direction.call(getAccount, { params })).balance
const letGo = (approvalId: string | null) => direction.call(approve, { params: { approvalId: approvalId! }, body: {} })

test('refuses to move to another account what the bank has not confirmed', async () => {
  const from = await accountWith('1000.00')
  const to = await accountWith('10.00', { clientId: from.clientId })
  await t.owner.query(
    `insert into dino.unconfirmed_contribution (account_id, journal_id, amount, noted_on) values ($1, 1, 600, '2026-05-04')`,
    [from.accountId],
  )
  const transfer = (amount: string) => ({
    kind: 'transfer',
    lines: [
      debit('client_capital', amount, { accountId: from.accountId }),
      credit('client_capital', amount, { accountId: to.accountId }),
    ],
  })
  await expect(ask(transfer('400.01'))).rejects.toMatchObject({ status: 409, code: 'entry.unconfirmed' })
  expect(await ask(transfer('400.00'))).toMatchObject({ state: 'pending' })
  await t.owner.query('delete from dino.unconfirmed_contribution where account_id = $1', [from.accountId])
})

test('refuses to take the principal of an account above the maximum of its product', async () => {
  const product = await t.make.product({})
  await t.db.updateTable('product').set({ maximum: '1000.00' }).where('id', '=', product.id).execute()
  const client = await t.make.client({ checked: true })
  const { id: accountId } = await t.make.account({
    clientId: client.id,
    productId: product.id,
    openedOn: '2026-01-01',
  })
  await t.make.movement(accountId, '900.00', 'contribution', '2026-05-04')
  const adjusted = (amount: string) => ({
    kind: 'adjustment',
    lines: [debit('opening_balances', amount), credit('client_capital', amount, { accountId })],
  })
  const refusal = refused(422, 'account.overMaximum', { amount: 'overMaximum' })
  await expect(ask(adjusted('100.01'))).rejects.toMatchObject(refusal)
  const { approvalId } = await ask(adjusted('60.00'))
  const second = await ask(adjusted('60.00'))
  await letGo(approvalId)
  await expect(letGo(second.approvalId)).rejects.toMatchObject(refusal)
  const from = await accountWith('500.00', { clientId: client.id })
  const transfer = (amount: string) => ({
    kind: 'transfer',
    lines: [
      debit('client_capital', amount, { accountId: from.accountId }),
      credit('client_capital', amount, { accountId }),
    ],
  })
  await expect(ask(transfer('40.01'))).rejects.toMatchObject(refusal)
  await letGo((await ask(transfer('40.00'))).approvalId)
  expect(await balance({ clientId: client.id, accountId })).toBe('1000.00')
})
