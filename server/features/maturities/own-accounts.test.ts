import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { instructMaturities, summarizeInstructions } from '#contract/maturities.ts'
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

describe('instructions with a relative’s account', () => {
  const ownAccount = async (own: string) => {
    await t.owner.query(
      `insert into dino.declared_relative (employee_id, relative_client_id, relation)
       select $1, client_id, 'sibling' from dino.account where id = $2`,
      [manager.id, own],
    )
    const { rows } = await t.owner.query('select number from dino.account where id = $1', [own])
    return rows[0].number as string
  }
  const instructionOf = async (id: string) =>
    (await t.owner.query('select instruction from dino.account where id = $1', [id])).rows[0].instruction
  const saying = { instruction: 'renew_all' as const, productId: null }

  test('leaves a relative’s account out of a filter and names it', async () => {
    const own = await createMaturingAccount('2026-07-11')
    const other = await createMaturingAccount('2026-07-12')
    const number = await ownAccount(own)
    const choice = { by: 'filter' as const, filter: {} }
    const summary = await managerCaller.call(summarizeInstructions, { body: { choice } })
    expect(summary.own).toEqual([{ id: own, accountNumber: number }])
    expect(summary.accounts.map(({ id }) => id)).not.toContain(own)
    const answer = await managerCaller.call(instructMaturities, { body: { choice, ...saying } })
    expect(answer.leftOut).toEqual([number])
    expect([await instructionOf(own), await instructionOf(other)]).toEqual([null, 'renew_all'])
    await t.owner.query('delete from dino.declared_relative')
  })

  test('refuses a relative’s account chosen by number or found alone, naming it', async () => {
    const own = await createMaturingAccount('2026-07-13')
    const other = await createMaturingAccount('2026-07-14')
    const number = await ownAccount(own)
    for (const choice of [chooseAccountsById(own, other), { by: 'filter' as const, filter: { search: number } }])
      await expect(managerCaller.call(instructMaturities, { body: { choice, ...saying } })).rejects.toMatchObject({
        status: 409,
        code: 'approval.ownRecord',
        fields: { accounts: number },
      })
    expect(await instructionOf(other)).toBeNull()
    await t.owner.query('delete from dino.declared_relative')
  })
})
