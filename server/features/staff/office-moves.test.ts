import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { approveChangeRequest, getApproval, rejectChangeRequest } from '#contract/approvals.ts'
import { getReferenceData, officeEndpoints } from '#contract/reference.ts'
import { changeEmployee, getEmployee } from '#contract/staff.ts'
import { setSecondFactorRequired } from '#server/domain/approvals.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
let hr: Caller
let direction: Caller
let currentOffice: { id: string }
let officeOfSameZone: { id: string }
let officeOfOtherZone: { id: string }
const nowMs = Date.parse('2026-06-15T10:00:00Z')
const reason = 'Cubre la baja de un compañero'

beforeAll(async () => {
  t = await createTestTenant('dino', () => nowMs)
  await setSecondFactorRequired(t.db, false)
  const one = await t.make.zone()
  const other = await t.make.zone()
  currentOffice = await t.make.office(one.id)
  officeOfSameZone = await t.make.office(one.id)
  officeOfOtherZone = await t.make.office(other.id)
})
afterAll(() => t.drop())
beforeEach(async () => {
  await t.owner.query('delete from dino.approval')
  await t.owner.query('delete from registry.membership')
  hr = await t.as('hr')
  direction = await t.as('direction')
})

const fetchEmployee = (employeeId: string) => hr.call(getEmployee, { params: { employeeId } })
const callChangeEmployee = async (employeeId: string, body: object) => {
  const { version } = await fetchEmployee(employeeId)
  return hr.call(changeEmployee, { params: { employeeId }, body: { version, ...body } })
}

test('stores an office of the same zone at once', async () => {
  const { id } = await t.make.employee({ officeId: currentOffice.id })
  expect(await callChangeEmployee(id, { officeId: officeOfSameZone.id })).toMatchObject({ officeChange: null })
  expect(await fetchEmployee(id)).toMatchObject({ officeId: officeOfSameZone.id, officeWaiting: null })
})

test('an office of another zone waits for direction while other fields are stored', async () => {
  const { id, cvl } = await t.make.employee({ officeId: currentOffice.id })
  const { version, officeChange } = await callChangeEmployee(id, {
    officeId: officeOfOtherZone.id,
    phone: '600000123',
    reason,
  })
  expect(officeChange).toMatchObject({ state: 'pending', approvalId: expect.any(String) })
  expect(await fetchEmployee(id)).toMatchObject({
    version,
    officeId: currentOffice.id,
    phone: '+34600000123',
    officeWaiting: { approvalId: officeChange!.approvalId },
  })
  const approvalId = officeChange!.approvalId!
  await expect(hr.call(approveChangeRequest, { params: { approvalId }, body: {} })).rejects.toMatchObject({
    code: 'approval.sameAsMaker',
  })
  expect(await direction.call(getApproval, { params: { approvalId } })).toMatchObject({
    task: 'employeeOffice',
    guarded: true,
    mayDecide: true,
    reason,
    params: { who: expect.stringContaining(cvl) },
  })
  expect(await direction.call(approveChangeRequest, { params: { approvalId }, body: {} })).toEqual({
    state: 'approved',
  })
  expect(await fetchEmployee(id)).toMatchObject({
    officeId: officeOfOtherZone.id,
    version: version + 1,
    officeWaiting: null,
  })
})

test('refuses an office of another zone without a reason, or while one waits', async () => {
  const { id } = await t.make.employee({ officeId: currentOffice.id })
  await expect(callChangeEmployee(id, { officeId: officeOfOtherZone.id })).rejects.toMatchObject({
    code: 'request.invalid',
    fields: { reason: 'required' },
  })
  const { officeChange } = await callChangeEmployee(id, { officeId: officeOfOtherZone.id, reason })
  await expect(callChangeEmployee(id, { officeId: officeOfOtherZone.id, reason })).rejects.toMatchObject({
    code: 'employee.officeWaits',
  })
  await direction.call(rejectChangeRequest, { params: { approvalId: officeChange!.approvalId! }, body: { reason } })
  expect((await fetchEmployee(id)).officeWaiting).toBeNull()
  expect(await callChangeEmployee(id, { officeId: officeOfOtherZone.id, reason })).toMatchObject({
    officeChange: { state: 'pending' },
  })
})

test('refuses approval of an office move when the office has changed since', async () => {
  const { id } = await t.make.employee({ officeId: currentOffice.id })
  const { officeChange } = await callChangeEmployee(id, { officeId: officeOfOtherZone.id, reason })
  await callChangeEmployee(id, { officeId: officeOfSameZone.id })
  await expect(
    direction.call(approveChangeRequest, { params: { approvalId: officeChange!.approvalId! }, body: {} }),
  ).rejects.toMatchObject({ code: 'approval.changedSince' })
  expect(await fetchEmployee(id)).toMatchObject({ officeId: officeOfSameZone.id })
})

const findZoneOfOffice = async (id: string) =>
  (await t.owner.query('select zone_id::text as zone from dino.office where id = $1', [id])).rows[0].zone as string
const moveOfficeToZone = async (id: string, zoneId: string, why?: string) => {
  const admin = await t.as('admin')
  const { name, zoneId: was, city } = (await admin.call(getReferenceData, {})).offices.find((one) => one.id === id)!
  const before = { name, zoneId: was, city }
  return admin.call(officeEndpoints.change, {
    params: { id },
    body: { before, after: { ...before, zoneId }, reason: why },
  })
}

test('refuses approval of an office move when the office’s zone has changed since', async () => {
  const empty = await t.make.office((await t.make.zone()).id)
  const { id } = await t.make.employee({ officeId: currentOffice.id })
  const { officeChange } = await callChangeEmployee(id, { officeId: empty.id, reason })
  const approvalId = officeChange!.approvalId!
  await t.owner.query('update dino.office set zone_id = $1 where id = $2', [(await t.make.zone()).id, empty.id])
  await expect(direction.call(approveChangeRequest, { params: { approvalId }, body: {} })).rejects.toMatchObject({
    code: 'approval.changedSince',
  })
  expect(await fetchEmployee(id)).toMatchObject({ officeId: currentOffice.id })
})

test('a zone change of an office waits while an employee’s move there waits', async () => {
  const empty = await t.make.office((await t.make.zone()).id)
  const { id } = await t.make.employee({ officeId: currentOffice.id })
  await callChangeEmployee(id, { officeId: empty.id, reason })
  expect(await moveOfficeToZone(empty.id, await findZoneOfOffice(currentOffice.id), reason)).toMatchObject({
    approvalId: expect.any(String),
  })
})

test('refuses moves into an office while its zone change waits', async () => {
  const zone = await findZoneOfOffice(currentOffice.id)
  const empty = await t.make.office(zone)
  const { id } = await t.make.employee({ officeId: currentOffice.id })
  const away = await t.make.zone()
  const [moved, taken] = await Promise.all([
    callChangeEmployee(id, { officeId: empty.id, reason }),
    moveOfficeToZone(empty.id, away.id, reason),
  ])
  // Whoever came second saw the other: one of the two waits.
  expect([moved.officeChange, taken.approvalId].filter(Boolean)).toHaveLength(1)
})

test('a zone change names the office’s employees and is stale when more arrive', async () => {
  const office = await t.make.office((await t.make.zone()).id)
  const { cvl } = await t.make.employee({ officeId: office.id })
  const neighbour = await t.make.office(await findZoneOfOffice(office.id))
  const late = await t.make.employee({ officeId: neighbour.id })
  const { approvalId } = await moveOfficeToZone(office.id, (await t.make.zone()).id, reason)
  const params = { approvalId: approvalId! }
  expect((await direction.call(getApproval, { params })).after).toMatchObject({
    people: 1,
    staff: [expect.stringContaining(cvl)],
  })
  await callChangeEmployee(late.id, { officeId: office.id })
  await expect(direction.call(approveChangeRequest, { params, body: {} })).rejects.toMatchObject({
    code: 'approval.changedSince',
  })
})

test('an approver by zone gains the right in a new zone a day later', async () => {
  const { id, cvl } = await t.make.employee({ officeId: currentOffice.id })
  const mover = await t.as('supervisor', cvl)
  await t.owner.query(
    `insert into dino.person_rule (user_id, effect, module, action, scope, valid_from, reason, created_by)
     values ($1, 'grant', 'bt_Retiradas', 'approve', 'zone', '2026-01-01', 'Prueba', $1)`,
    [mover.userId],
  )
  await t.owner.query('delete from dino.right_gain')
  const { officeChange } = await callChangeEmployee(id, { officeId: officeOfOtherZone.id, reason })
  await direction.call(approveChangeRequest, { params: { approvalId: officeChange!.approvalId! }, body: {} })
  expect((await t.owner.query('select user_id::text, module from dino.right_gain')).rows).toEqual([
    { user_id: mover.userId, module: 'bt_Retiradas' },
  ])
})
