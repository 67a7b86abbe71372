import { afterAll, beforeAll, expect, test } from 'vitest'
import { instructMaturities, listMaturities, summarizeInstructions } from '#contract/maturities.ts'
import { chooseAccountsById, createMaturityDeskFixture, type MaturityDeskFixture } from './test-maturity-desk.ts'

let f: MaturityDeskFixture
beforeAll(async () => {
  f = await createMaturityDeskFixture()
})
afterAll(() => f?.t.drop())

test('names the day of payment of a maturity on a day of rest', async () => {
  const saturday = await f.createMaturingAccount('2026-07-11')
  const { rows } = await f.managerCaller.call(listMaturities.page, {})
  expect(rows.find(({ id }) => id === saturday)).toMatchObject({ settlesOn: '2026-07-13', closure: 'weekend' })
})

test('requires all signatures for instructions on accounts that demand them', async () => {
  const joint = await f.createMaturingAccount('2026-07-01')
  const other = await f.createMaturingAccount('2026-07-01')
  await f.t.db.updateTable('account').set({ signature: 'all' }).where('id', '=', joint).execute()
  const body = { choice: chooseAccountsById(joint, other), instruction: 'renew_all' as const, productId: null }
  await expect(f.managerCaller.call(instructMaturities, { body })).rejects.toMatchObject({
    status: 409,
    code: 'account.allSign',
    fields: { allSigned: 'required' },
  })
  expect(
    await f.managerCaller.call(instructMaturities, { body: { ...body, choice: chooseAccountsById(other) } }),
  ).toMatchObject({
    changed: 1,
  })
  const third = await f.createMaturingAccount('2026-07-01')
  const choice = chooseAccountsById(joint, other, third)
  expect(await f.managerCaller.call(instructMaturities, { body: { ...body, choice, allSigned: true } })).toMatchObject({
    changed: 2,
  })
  const { rows } = await f.t.owner.query(
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
  const choice = chooseAccountsById(await f.createMaturingAccount('2026-07-03'))
  const send = (productId: string | null) =>
    f.managerCaller.call(instructMaturities, { body: { choice, instruction: 'transfer', productId } })
  await expect(send(null)).rejects.toMatchObject({ status: 400, fields: { productId: 'unknown' } })
  const { id } = await f.t.make.product()
  expect(await send(id)).toMatchObject({ changed: 1 })
  expect(
    (await f.managerCaller.call(summarizeInstructions, { body: { choice } })).products.map((product) => product.id),
  ).toContain(id)
  await f.t.db.updateTable('product').set({ onSale: false }).where('id', '=', id).execute()
  await expect(send(id)).rejects.toMatchObject({ status: 400 })
})
