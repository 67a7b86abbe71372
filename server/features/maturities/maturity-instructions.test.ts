import { afterAll, beforeAll, expect, test } from 'vitest'
import { instructMaturities, listMaturities, summarizeInstructions } from '#contract/maturities.ts'
import type { CreatedPerson } from '#test/harness/factories.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
let t: Tenant
let manager: CreatedPerson
let managerCaller: Awaited<ReturnType<Tenant['as']>>
beforeAll(async () => {
  t = await createTestTenant('dino')
  manager = await t.make.employee()
  managerCaller = await t.as('manager', manager.cvl)
})
afterAll(() => t.drop())

const createMaturingAccount = async (expiresOn: string) => {
  const client = await t.make.client({ staff: { manager: manager.id } })
  const account = await t.make.account({ clientId: client.id, openedOn: '2025-06-15', expiresOn })
  await t.make.movement(account.id, '1000.00', 'contribution', '2025-06-15')
  return account.id
}
const chooseAccountsById = (...accountIds: string[]) => ({ by: 'accounts' as const, accountIds })

test('names the day of payment of a maturity on a day of rest', async () => {
  const saturday = await createMaturingAccount('2026-07-11')
  const { rows } = await managerCaller.call(listMaturities.page, {})
  expect(rows.find(({ id }) => id === saturday)).toMatchObject({ settlesOn: '2026-07-13', closure: 'weekend' })
})

test('requires all signatures for instructions on accounts that demand them', async () => {
  const joint = await createMaturingAccount('2026-07-01')
  const other = await createMaturingAccount('2026-07-01')
  await t.db.updateTable('account').set({ signature: 'all' }).where('id', '=', joint).execute()
  const body = { choice: chooseAccountsById(joint, other), instruction: 'renew_all' as const, productId: null }
  await expect(managerCaller.call(instructMaturities, { body })).rejects.toMatchObject({
    status: 409,
    code: 'account.allSign',
    fields: { allSigned: 'required' },
  })
  expect(
    await managerCaller.call(instructMaturities, { body: { ...body, choice: chooseAccountsById(other) } }),
  ).toMatchObject({
    changed: 1,
  })
  const third = await createMaturingAccount('2026-07-01')
  const choice = chooseAccountsById(joint, other, third)
  expect(await managerCaller.call(instructMaturities, { body: { ...body, choice, allSigned: true } })).toMatchObject({
    changed: 2,
  })
  const { rows } = await t.owner.query(
    `select entity_id = $1::bigint as joint, after -> 'allSigned' as signed from dino.audit_event
      where action = 'maturity.instructed' and entity_id = any($2::bigint[]) order by id desc limit 2`,
    [joint, [joint, third]],
  )
  expect(rows.sort((one, two) => Number(two.joint) - Number(one.joint))).toEqual([
    { joint: true, signed: true },
    { joint: false, signed: null },
  ])
})

test('requires a product on sale for a transfer', async () => {
  const choice = chooseAccountsById(await createMaturingAccount('2026-07-03'))
  const send = (productId: string | null) =>
    managerCaller.call(instructMaturities, { body: { choice, instruction: 'transfer', productId } })
  await expect(send(null)).rejects.toMatchObject({ status: 400, fields: { productId: 'unknown' } })
  const { id } = await t.make.product()
  expect(await send(id)).toMatchObject({ changed: 1 })
  expect(
    (await managerCaller.call(summarizeInstructions, { body: { choice } })).products.map((product) => product.id),
  ).toContain(id)
  await t.db.updateTable('product').set({ onSale: false }).where('id', '=', id).execute()
  await expect(send(id)).rejects.toMatchObject({ status: 400 })
})
