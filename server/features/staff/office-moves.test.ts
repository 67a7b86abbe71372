import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { approve, getApproval, reject } from '#contract/approvals.ts'
import { changeEmployee, getEmployee } from '#contract/staff.ts'
import { switchFactorNeeded } from '#server/domain/approvals.ts'
import { testTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof testTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
let hr: Caller
let direction: Caller
let here: { id: string }
let beside: { id: string }
let elsewhere: { id: string }
const now = Date.parse('2026-06-15T10:00:00Z')
const reason = 'Cubre la baja de un compañero'

beforeAll(async () => {
  t = await testTenant('dino', () => now)
  await switchFactorNeeded(t.db, false)
  const [one, other] = [await t.make.zone(), await t.make.zone()]
  here = await t.make.office(one.id)
  beside = await t.make.office(one.id)
  elsewhere = await t.make.office(other.id)
})
afterAll(() => t.drop())
beforeEach(async () => {
  await t.owner.query('delete from dino.approval')
  await t.owner.query('delete from registry.membership')
  hr = await t.as('hr')
  direction = await t.as('direction')
})

const find = (employeeId: string) => hr.call(getEmployee, { params: { employeeId } })
const change = async (employeeId: string, body: object) => {
  const { version } = await find(employeeId)
  return hr.call(changeEmployee, { params: { employeeId }, body: { version, ...body } })
}

test('takes an office of the same zone at once', async () => {
  const { id } = await t.make.employee({ officeId: here.id })
  expect(await change(id, { officeId: beside.id })).toMatchObject({ officeChange: null })
  expect(await find(id)).toMatchObject({ officeId: beside.id, officeWaiting: null })
})

test('has an office of another zone wait for direction, and stores the rest', async () => {
  const { id, cvl } = await t.make.employee({ officeId: here.id })
  const { version, officeChange } = await change(id, { officeId: elsewhere.id, phone: '600000123', reason })
  expect(officeChange).toMatchObject({ state: 'pending', approvalId: expect.any(String) })
  expect(await find(id)).toMatchObject({
    version,
    officeId: here.id,
    phone: '+34600000123',
    officeWaiting: { approvalId: officeChange!.approvalId },
  })
  const approvalId = officeChange!.approvalId!
  await expect(hr.call(approve, { params: { approvalId }, body: {} })).rejects.toMatchObject({
    code: 'approval.sameAsMaker',
  })
  expect(await direction.call(getApproval, { params: { approvalId } })).toMatchObject({
    ...{ task: 'employeeOffice', guarded: true, mayDecide: true, reason },
    params: { who: expect.stringContaining(cvl) },
  })
  expect(await direction.call(approve, { params: { approvalId }, body: {} })).toEqual({ state: 'approved' })
  expect(await find(id)).toMatchObject({ officeId: elsewhere.id, version: version + 1, officeWaiting: null })
})

test('refuses an office of another zone without a reason, and a second one while one waits', async () => {
  const { id } = await t.make.employee({ officeId: here.id })
  await expect(change(id, { officeId: elsewhere.id })).rejects.toMatchObject({
    code: 'request.invalid',
    fields: { reason: 'required' },
  })
  const { officeChange } = await change(id, { officeId: elsewhere.id, reason })
  await expect(change(id, { officeId: elsewhere.id, reason })).rejects.toMatchObject({ code: 'employee.officeWaits' })
  await direction.call(reject, { params: { approvalId: officeChange!.approvalId! }, body: { reason } })
  expect((await find(id)).officeWaiting).toBeNull()
  expect(await change(id, { officeId: elsewhere.id, reason })).toMatchObject({ officeChange: { state: 'pending' } })
})

test('carries nothing out where the office was changed meanwhile', async () => {
  const { id } = await t.make.employee({ officeId: here.id })
  const { officeChange } = await change(id, { officeId: elsewhere.id, reason })
  await change(id, { officeId: beside.id })
  await expect(
    direction.call(approve, { params: { approvalId: officeChange!.approvalId! }, body: {} }),
  ).rejects.toMatchObject({ code: 'approval.changedSince' })
  expect(await find(id)).toMatchObject({ officeId: beside.id })
})
