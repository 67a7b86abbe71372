import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approveChangeRequest, getApproval } from '#contract/approvals.ts'
import { getAccount } from '#contract/clients/client.ts'
import { addContribution } from '#contract/contributions.ts'
import { idempotencyKeyHeader } from '#contract/core/endpoint.ts'
import { openAccount, quoteOpening } from '#contract/openings.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
let managerId: string
let manager: Caller
let supervisor: Caller
let direction: Caller
let productId: string
beforeAll(async () => {
  t = await createTestTenant('dino')
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

const createKeyedCaller = () => t.callerWith(manager.token, { [idempotencyKeyHeader]: randomUUID() })
const buildOpeningRequest = (clientId: string, bonusRate: string) => ({
  productId,
  amount: '30.00',
  termMonths: null,
  bonusRate,
  instruction: 'pay_out' as const,
  transferProductId: null,
  holders: [{ clientId, share: '100' }],
  signature: 'one' as const,
})
/** An account that asks for so much bonus interest, and the approval it waits for. */
const requestBonusOpening = async (bonusRate: string) => {
  const { id: clientId } = await t.make.client({ checked: true, staff: { manager: managerId } })
  const { accountId, approvalId } = await createKeyedCaller().call(openAccount, {
    params: { clientId },
    body: {
      wanted: buildOpeningRequest(clientId, bonusRate),
      rate: '3.0',
      submit: true,
      reason: 'Cliente de muchos años',
    },
  })
  return { clientId, accountId, approvalId: approvalId! }
}
type OpenedAccount = Pick<Awaited<ReturnType<typeof requestBonusOpening>>, 'clientId' | 'accountId'>
const callApprove = (caller: Caller, { approvalId }: { approvalId: string | null }) =>
  caller.call(approveChangeRequest, { params: { approvalId: approvalId! }, body: {} })
const noteContribution = ({ clientId, accountId }: OpenedAccount, amount: string) =>
  createKeyedCaller().call(addContribution, {
    params: { clientId, accountId },
    body: { amount, valueDate: '2026-06-15', reference: 'Transferencia' },
  })
const getPrincipal = async ({ clientId, accountId }: OpenedAccount) =>
  (await direction.call(getAccount, { params: { clientId, accountId } })).principal
const getApprovalSeen = ({ approvalId }: { approvalId: string | null }) =>
  direction.call(getApproval, { params: { approvalId: approvalId! } })
const overLimitError = { status: 409, code: 'bonus.overLimit' }
const directionDecidesError = { status: 409, code: 'approval.directionDecides' }

test('refuses bonus interest above 20 points', async () => {
  const { id: clientId } = await t.make.client({ checked: true, staff: { manager: managerId } })
  const quoted = (points: string) =>
    manager.call(quoteOpening, { params: { clientId }, body: buildOpeningRequest(clientId, points) })
  for (const points of ['20.000001', '21', '99.999999', '200', '00', '-1'])
    await expect(quoted(points)).rejects.toMatchObject({ status: 400 })
  for (const points of ['0', '9.5', '10', '19.999999', '20', '20.000000'])
    expect((await quoted(points)).bonusRate).toBe(Number(points).toFixed(6))
})

test('a supervisor approves bonus interest within their limit', async () => {
  const change = await requestBonusOpening('0.5')
  expect((await getApprovalSeen(change)).guarded).toBe(false)
  expect(await callApprove(supervisor, change)).toEqual({ state: 'approved' })
})

test('direction decides on bonus interest above the limit of every role', async () => {
  const change = await requestBonusOpening('20.000000')
  expect((await getApprovalSeen(change)).guarded).toBe(true)
  await expect(callApprove(supervisor, change)).rejects.toMatchObject(directionDecidesError)
  expect(await callApprove(direction, change)).toEqual({ state: 'approved' })
})

test('a limit of bonus interest holds from its first day on', async () => {
  const row = { role: 'supervisor', validFrom: '2026-06-15' } as const
  await t.db
    .insertInto('bonusLimit')
    .values({ ...row, points: '5' })
    .execute()
  const change = await requestBonusOpening('4')
  expect((await getApprovalSeen(change)).guarded).toBe(false)
  expect(await callApprove(supervisor, change)).toEqual({ state: 'approved' })
  await t.db.deleteFrom('bonusLimit').where('role', '=', row.role).where('validFrom', '=', row.validFrom).execute()
})

test('refuses approval of bonus interest above the approver’s own limit', async () => {
  const change = await requestBonusOpening('0.75')
  await t.db.updateTable('approval').set({ guarded: false }).where('id', '=', change.approvalId).execute()
  await expect(callApprove(supervisor, change)).rejects.toMatchObject(overLimitError)
  expect(await callApprove(direction, change)).toEqual({ state: 'approved' })
})

test('refuses approval of extra money at bonus interest above the approver’s limit', async () => {
  const little = await requestBonusOpening('0.5')
  const much = await requestBonusOpening('20')
  await callApprove(supervisor, little)
  await callApprove(direction, much)
  for (const place of [little, much]) expect(await noteContribution(place, '30.00')).toMatchObject({ state: 'done' })
  const ofLittle = await noteContribution(little, '20000.00')
  const ofMuch = await noteContribution(much, '20000.00')
  expect(await getApprovalSeen(ofMuch)).toMatchObject({
    guarded: true,
    after: { because: ['overAgreed'], bonus: '20.000000' },
  })
  await expect(callApprove(supervisor, ofMuch)).rejects.toMatchObject(directionDecidesError)
  await t.db.updateTable('approval').set({ guarded: false }).where('id', '=', ofMuch.approvalId).execute()
  await expect(callApprove(supervisor, ofMuch)).rejects.toMatchObject(overLimitError)
  await callApprove(supervisor, ofLittle)
  await callApprove(direction, ofMuch)
  expect([await getPrincipal(little), await getPrincipal(much)]).toEqual(['20030.00', '20030.00'])
})
