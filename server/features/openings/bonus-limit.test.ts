import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approve, getApproval } from '#contract/approvals.ts'
import { getAccount } from '#contract/clients/client.ts'
import { addContribution } from '#contract/contributions.ts'
import { keyHeader } from '#contract/core/endpoint.ts'
import { openAccount, quoteOpening } from '#contract/openings.ts'
import { testTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof testTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
let managerId: string
let manager: Caller
let supervisor: Caller
let direction: Caller
let productId: string
beforeAll(async () => {
  t = await testTenant('dino')
  const head = await t.make.employee({ position: 'supervisor' })
  const employee = await t.make.employee({ position: 'manager', supervisorId: head.id })
  managerId = employee.id
  manager = await t.as('manager', employee.cvl)
  supervisor = await t.as('supervisor', head.cvl)
  direction = await t.as('direction')
  productId = (await t.make.product({})).id
  await t.db.updateTable('product').set({ additions: 'always', termMonths: 12 }).where('id', '=', productId).execute()
  await t.db
    .insertInto('productRate')
    .values({ productId, validFrom: '2026-01-01', minAmount: '0.00', rate: '3.0' })
    .execute()
})
afterAll(() => t.drop())

const keyed = () => t.callerWith(manager.token, { [keyHeader]: randomUUID() })
const wantedBy = (clientId: string, bonusRate: string) => ({
  ...{ productId, amount: '30.00', termMonths: null, bonusRate, instruction: 'pay_out' as const },
  ...{ transferProductId: null, holders: [{ clientId, share: '100' }], signature: 'one' as const },
})
/** An account that asks for so much bonus interest, and the approval it waits for. */
const asked = async (bonusRate: string) => {
  const { id: clientId } = await t.make.client({ checked: true, staff: { manager: managerId } })
  const { accountId, approvalId } = await keyed().call(openAccount, {
    params: { clientId },
    body: { wanted: wantedBy(clientId, bonusRate), rate: '3.0', submit: true, reason: 'Cliente de muchos años' },
  })
  return { clientId, accountId, approvalId: approvalId! }
}
type Place = Pick<Awaited<ReturnType<typeof asked>>, 'clientId' | 'accountId'>
const say = (who: Caller, { approvalId }: { approvalId: string | null }) =>
  who.call(approve, { params: { approvalId: approvalId! }, body: {} })
const noted = ({ clientId, accountId }: Place, amount: string) =>
  keyed().call(addContribution, {
    params: { clientId, accountId },
    body: { amount, valueDate: '2026-06-15', reference: 'Transferencia' },
  })
const principalOf = async ({ clientId, accountId }: Place) =>
  (await direction.call(getAccount, { params: { clientId, accountId } })).principal
const seen = ({ approvalId }: { approvalId: string | null }) =>
  direction.call(getApproval, { params: { approvalId: approvalId! } })
const overLimit = { status: 409, code: 'bonus.overLimit' }
const ofDirection = { status: 409, code: 'approval.directionDecides' }

test('refuses bonus interest above 20 points', async () => {
  const { id: clientId } = await t.make.client({ checked: true, staff: { manager: managerId } })
  const quoted = (points: string) =>
    manager.call(quoteOpening, { params: { clientId }, body: wantedBy(clientId, points) })
  for (const points of ['20.000001', '21', '99.999999', '200', '00', '-1'])
    await expect(quoted(points)).rejects.toMatchObject({ status: 400 })
  for (const points of ['0', '9.5', '10', '19.999999', '20', '20.000000'])
    expect((await quoted(points)).bonusRate).toBe(Number(points).toFixed(6))
})

test('a supervisor approves bonus interest within their limit', async () => {
  const change = await asked('0.5')
  expect((await seen(change)).guarded).toBe(false)
  expect(await say(supervisor, change)).toEqual({ state: 'approved' })
})

test('direction decides on bonus interest above the limit of every role', async () => {
  const change = await asked('20.000000')
  expect((await seen(change)).guarded).toBe(true)
  await expect(say(supervisor, change)).rejects.toMatchObject(ofDirection)
  expect(await say(direction, change)).toEqual({ state: 'approved' })
})

test('refuses approval of bonus interest above the approver’s own limit', async () => {
  const change = await asked('0.75')
  await t.db.updateTable('approval').set({ guarded: false }).where('id', '=', change.approvalId).execute()
  await expect(say(supervisor, change)).rejects.toMatchObject(overLimit)
  expect(await say(direction, change)).toEqual({ state: 'approved' })
})

test('refuses approval of extra money at bonus interest above the approver’s limit', async () => {
  const [little, much] = [await asked('0.5'), await asked('20')]
  await say(supervisor, little)
  await say(direction, much)
  for (const place of [little, much]) expect(await noted(place, '30.00')).toMatchObject({ state: 'done' })
  const [ofLittle, ofMuch] = [await noted(little, '20000.00'), await noted(much, '20000.00')]
  expect(await seen(ofMuch)).toMatchObject({ guarded: true, after: { because: ['overAgreed'], bonus: '20.000000' } })
  await expect(say(supervisor, ofMuch)).rejects.toMatchObject(ofDirection)
  await t.db.updateTable('approval').set({ guarded: false }).where('id', '=', ofMuch.approvalId).execute()
  await expect(say(supervisor, ofMuch)).rejects.toMatchObject(overLimit)
  await say(supervisor, ofLittle)
  await say(direction, ofMuch)
  expect([await principalOf(little), await principalOf(much)]).toEqual(['20030.00', '20030.00'])
})
