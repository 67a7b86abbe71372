import { afterAll, beforeAll, expect, test } from 'vitest'
import { listClients, searchClients } from '#contract/clients.ts'
import { listOpenings } from '#contract/openings.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
let t: Tenant
let manager: Awaited<ReturnType<Tenant['as']>>
const accountNumber = 'D-EVAS-18-00009412'

beforeAll(async () => {
  t = await createTestTenant('dino')
  const me = await t.make.employee()
  const mine = await t.make.client({ name: 'Inés', surname: 'Propia', staff: { manager: me.id } })
  const outsider = await t.make.client({ name: 'Eva', surname: 'Ajena' })
  const one = await t.make.account({ clientId: mine.id })
  const other = await t.make.account({ clientId: outsider.id })
  await t.owner.query('update dino.account set number = $2 where id = $1', [one.id, accountNumber])
  await t.owner.query('update dino.account set number = $2 where id = $1', [other.id, 'D-EVAS-18-00009413'])
  manager = await t.as('manager', me.cvl)
})
afterAll(() => t.drop())

test.each([
  accountNumber,
  accountNumber.toLowerCase(),
  accountNumber.replaceAll('-', ' '),
  accountNumber.replaceAll('-', ''),
])('the palette finds an account by its number typed as %s', async (q) => {
  const { accounts } = await manager.call(searchClients, { query: { q } })
  expect(accounts).toMatchObject([{ number: accountNumber, clientName: 'Propia, Inés' }])
})

test('the client list search finds the holder of an account by its number', async () => {
  const { rows } = await manager.call(listClients.page, { query: { search: accountNumber } })
  expect(rows.map(({ fullName }) => fullName)).toEqual(['Propia, Inés'])
  expect((await manager.call(listClients.count, { query: { search: accountNumber } })).total).toBe(1)
})

test('the number of an account out of scope finds nothing', async () => {
  const q = 'D-EVAS-18-00009413'
  expect(await manager.call(searchClients, { query: { q } })).toEqual({ clients: [], accounts: [] })
  expect((await manager.call(listClients.count, { query: { search: q } })).total).toBe(0)
})

test('the list of pending accounts takes any part of an account number', async () => {
  const me = await t.make.employee()
  const client = await t.make.client({ staff: { manager: me.id } })
  const account = await t.make.account({ clientId: client.id })
  await t.owner.query(`update dino.account set number = $2, status = 'pending' where id = $1`, [
    account.id,
    'D-EVAS-18-00009414',
  ])
  const caller = await t.as('manager', me.cvl)
  for (const search of ['D-EVAS-18-00009414', 'd evas18 00009414', '09414']) {
    const { rows } = await caller.call(listOpenings.page, { query: { search } })
    expect({ search, ids: rows.map(({ id }) => id) }).toEqual({ search, ids: [account.id] })
  }
})
