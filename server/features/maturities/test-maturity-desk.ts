import { listMaturities } from '#contract/maturities.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

export type MaturityDeskFixture = Awaited<ReturnType<typeof createMaturityDeskFixture>>

export const chooseAccountsById = (...accountIds: string[]) => ({ by: 'accounts' as const, accountIds })

/** A manager with clients whose accounts mature, and one who has none of them. */
export const createMaturityDeskFixture = async () => {
  const t = await createTestTenant('dino')
  const manager = await t.make.employee()
  const managerCaller = await t.as('manager', manager.cvl)
  const outsiderCaller = await t.as('manager', (await t.make.employee()).cvl)
  const createMaturingAccount = async (expiresOn: string, amount = '1000.00') => {
    const client = await t.make.client({ staff: { manager: manager.id } })
    const account = await t.make.account({ clientId: client.id, openedOn: '2025-06-15', expiresOn })
    await t.make.movement(account.id, amount, 'contribution', '2025-06-15')
    return account.id
  }
  const listMaturityIds = async (query: object = {}) =>
    (await managerCaller.call(listMaturities.page, { query })).rows.map(({ id }) => id)
  return { t, manager, managerCaller, outsiderCaller, createMaturingAccount, listMaturityIds }
}
