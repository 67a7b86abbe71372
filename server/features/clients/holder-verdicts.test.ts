import { afterAll, beforeAll, expect, test } from 'vitest'
import { getHolderVerdicts } from '#contract/clients/client.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

let t: Awaited<ReturnType<typeof createTestTenant>>
beforeAll(async () => {
  t = await createTestTenant('dino')
})
afterAll(() => t.drop())

const block = (id: string) =>
  t.db
    .updateTable('client')
    .set({ blockKind: 'commercial', blockReason: 'Impago', blockedAt: new Date().toISOString() })
    .where('id', '=', id)
    .execute()

test('each holder of an account has a verdict, without reasons outside of the scope', async () => {
  const manager = await t.make.employee()
  const mine = await t.make.client({ name: 'Ana', surname: 'Mía', staff: { manager: manager.id } })
  const other = await t.make.client({ name: 'Luis', surname: 'Ajeno' })
  const account = await t.make.account({ clientId: mine.id, holders: [other.id] })
  await block(other.id)
  const params = { clientId: mine.id, accountId: account.id }
  const me = await t.as('manager', manager.cvl)
  const { holders } = await me.call(getHolderVerdicts, { params })
  expect(holders.map(({ id, name, canOperate }) => [id, name, canOperate.in.allowed])).toEqual([
    [mine.id, 'Ana Mía', expect.any(Boolean)],
    [null, 'Luis Ajeno', false],
  ])
  expect(holders[1]!.canOperate).toEqual({
    in: { allowed: false, withApproval: false, reasons: [] },
    out: { allowed: true, withApproval: true, reasons: [] },
    renew: expect.objectContaining({ reasons: [] }),
  })
  const all = await (await t.as('admin')).call(getHolderVerdicts, { params })
  expect(all.holders[1]!.canOperate.in.reasons).toContain('blockCommercial')
})

test('finds no verdicts of an account under a client who lacks it', async () => {
  const manager = await t.make.employee()
  const mine = await t.make.client({ staff: { manager: manager.id } })
  const foreign = await t.make.client()
  const account = await t.make.account({ clientId: foreign.id })
  const me = await t.as('manager', manager.cvl)
  for (const clientId of [mine.id, foreign.id])
    await expect(me.call(getHolderVerdicts, { params: { clientId, accountId: account.id } })).rejects.toMatchObject({
      status: 404,
    })
})
