import { afterAll, beforeAll, expect, test } from 'vitest'
import { getClient } from '#contract/clients/client.ts'
import { listClients } from '#contract/clients.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
let t: Tenant
let admin: Awaited<ReturnType<Tenant['as']>>
beforeAll(async () => {
  t = await createTestTenant('dino')
  admin = await t.as('admin')
})
afterAll(() => t.drop())

/** A client with an active account of 1,000 and 3,000 that came for a pending one; somebody else's account of 500 is held with them. */
const createClientWithAccounts = async () => {
  const client = await t.make.client({})
  const other = await t.make.client({})
  const active = await t.make.account({ clientId: client.id })
  const pending = await t.make.account({
    clientId: client.id,
    status: 'pending',
    openedOn: null,
    agreedAmount: '5000.00',
  })
  const joint = await t.make.account({ clientId: other.id, holders: [client.id] })
  await t.make.movement(active.id, '1000.00')
  await t.make.movement(pending.id, '3000.00')
  await t.make.movement(joint.id, '500.00')
  await t.make.refresh(client.id, other.id)
  return client
}

test('the balance of a client counts active accounts, with money for pending ones apart', async () => {
  const client = await createClientWithAccounts()
  const page = await admin.call(getClient, { params: { clientId: client.id } })
  expect(page).toMatchObject({ capital: '1000.00', balance: '1000.00' })
  expect(page.counted).toMatchObject({ active: { balance: '1000.00' }, pending: { balance: '3000.00' } })
  const { rows } = await admin.call(listClients.page, { query: { cvl: client.cvl } })
  expect(rows).toMatchObject([{ capital: '1000.00', balance: '1000.00' }])
  const { totals } = await admin.call(listClients.count, { query: { cvl: client.cvl } })
  expect(totals).toEqual({ capital: '1000.00', balance: '1000.00' })
})

test('a row counted under another holder appears in the table, not in its total', async () => {
  const client = await createClientWithAccounts()
  const { accounts, counted } = await admin.call(getClient, { params: { clientId: client.id } })
  const active = accounts.filter(({ status }) => status === 'active')
  expect(active.map(({ balance, holderRole }) => [balance, holderRole]).sort()).toEqual([
    ['1000.00', 'primary'],
    ['500.00', 'holder'],
  ])
  expect(counted.active.balance).toBe('1000.00')
})

test('an account on which somebody is merely authorised makes no joint client', async () => {
  const holder = await t.make.client()
  const authorised = await t.make.client()
  const account = await t.make.account({ clientId: holder.id })
  await t.owner.query(
    `insert into dino.account_holder (account_id, client_id, role, share) values ($1, $2, 'authorised', null)`,
    [account.id, authorised.id],
  )
  await t.make.refresh(holder.id, authorised.id)
  const countJoint = async (cvl: string) =>
    (await admin.call(listClients.count, { query: { cvl, joint: 'true' } })).total
  expect([await countJoint(holder.cvl), await countJoint(authorised.cvl)]).toEqual([0, 0])
  const coHolder = await t.make.client()
  await t.make.account({ clientId: holder.id, holders: [coHolder.id] })
  await t.make.refresh(holder.id, coHolder.id)
  expect([await countJoint(holder.cvl), await countJoint(coHolder.cvl)]).toEqual([1, 1])
})
