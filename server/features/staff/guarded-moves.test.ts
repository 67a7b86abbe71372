import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { approveChangeRequest, getApproval } from '#contract/approvals.ts'
import { enterStaffView, listStaffViews } from '#contract/auth/staff-view.ts'
import { listClients } from '#contract/clients.ts'
import { moveEmployee } from '#contract/staff/moves.ts'
import { createEmployee, getEmployee } from '#contract/staff.ts'
import { setDisabledTasks, setSecondFactorRequired } from '#server/domain/approvals.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { applyDueMoves } from './apply-due-moves.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
type TestEmployee = Awaited<ReturnType<Tenant['make']['employee']>>
let t: Tenant
let hr: Caller
let direction: Caller
let nowMs = Date.parse('2026-06-15T10:00:00Z')
const today = '2026-06-15'
const reason = 'Reorganización de la zona'

beforeAll(async () => {
  t = await createTestTenant('dino', () => nowMs)
  await setSecondFactorRequired(t.db, false)
})
afterAll(() => t.drop())
beforeEach(async () => {
  nowMs = Date.parse('2026-06-15T10:00:00Z')
  await t.owner.query('delete from dino.supervisor_move')
  await t.owner.query('delete from dino.approval')
  await t.owner.query('delete from registry.membership')
  await setDisabledTasks(t.db, [])
  hr = await t.as('hr')
  direction = await t.as('direction')
})

const createStaffMember = (supervisorId?: string, position: 'supervisor' | 'manager' | 'direction' = 'manager') =>
  t.make.employee(supervisorId ? { supervisorId, position } : { position })
const callMoveEmployee = (
  { id }: TestEmployee,
  supervisorId: string | null,
  fromId: string | null,
  effectiveOn = today,
  givenReason: string | null = reason,
) =>
  hr.call(moveEmployee, {
    params: { employeeId: id },
    body: { supervisorId, fromId, effectiveOn, reason: givenReason },
  })
const findSupervisorId = async ({ id }: TestEmployee) =>
  (await hr.call(getEmployee, { params: { employeeId: id } })).supervisor?.id ?? null
const callApprove = (caller: Caller, approvalId: string | null) =>
  caller.call(approveChangeRequest, { params: { approvalId: approvalId! }, body: {} })
const pendingResult = { state: 'pending', approvalId: expect.any(String) }

describe('moves that widen a supervisor’s scope', () => {
  test('a widening move waits for direction and shows the people and clients gained', async () => {
    const from = await createStaffMember(undefined, 'supervisor')
    const to = await createStaffMember(undefined, 'supervisor')
    const moved = await createStaffMember(from.id)
    const under = await createStaffMember(moved.id)
    await t.make.client({ staff: { manager: moved.id } })
    await t.make.client({ staff: { manager: under.id } })
    // Seen by the new supervisor before: no gain.
    await t.make.client({ staff: { manager: under.id, partner: to.id } })
    const head = await t.as('supervisor', to.cvl)
    const seen = async () => (await head.call(listClients.count, {})).total
    const { approvalId } = await callMoveEmployee(moved, to.id, from.id)
    expect(await findSupervisorId(moved)).toBe(from.id)
    expect(await seen()).toBe(1)
    const change = await direction.call(getApproval, { params: { approvalId: approvalId! } })
    expect(change).toMatchObject({
      task: 'staffMove',
      guarded: true,
      mayDecide: true,
      reason,
      before: { supervisor: expect.stringContaining(from.cvl) },
      after: {
        supervisor: expect.stringContaining(to.cvl),
        effectiveOn: today,
        people: 2,
        clients: 2,
        capital: '0.00',
      },
    })
    expect(change.after).toMatchObject({ seenBy: [expect.stringContaining(to.cvl)] })
    const { rows } = await t.owner.query('select kind from registry.notification where user_id = $1', [
      direction.userId,
    ])
    expect(rows).toEqual([{ kind: 'approval.waiting' }])
    expect(await callApprove(direction, approvalId)).toEqual({ state: 'approved' })
    expect(await findSupervisorId(moved)).toBe(to.id)
    expect(await seen()).toBe(3)
  })

  test('a move widening a manager’s scope within one team waits for approval', async () => {
    const head = await createStaffMember(undefined, 'supervisor')
    const one = await createStaffMember(head.id)
    const other = await createStaffMember(head.id)
    expect(await callMoveEmployee(other, one.id, head.id)).toEqual(pendingResult)
    expect((await hr.call(getEmployee, { params: { employeeId: other.id } })).moveWaiting).toMatchObject({
      supervisorName: expect.stringContaining(one.cvl),
      effectiveOn: today,
      makerName: hr.username,
    })
    await expect(callMoveEmployee(other, one.id, head.id)).rejects.toMatchObject({
      status: 409,
      code: 'employee.moveWaits',
    })
  })

  test('refuses a widening move without a reason, and approvers without the right', async () => {
    const to = await createStaffMember()
    const moved = await createStaffMember()
    await expect(callMoveEmployee(moved, to.id, null, today, null)).rejects.toMatchObject({
      fields: { reason: 'required' },
    })
    const { approvalId } = await callMoveEmployee(moved, to.id, null)
    await expect(callApprove(hr, approvalId)).rejects.toMatchObject({ code: 'approval.sameAsMaker' })
    await expect(callApprove(await t.as('hr'), approvalId)).rejects.toMatchObject({ code: 'approval.directionDecides' })
    await expect(callApprove(await t.as('supervisor', to.cvl), approvalId)).rejects.toMatchObject({ status: 404 })
  })

  test('two other approvers decide a widening move when the firm has no direction', async () => {
    await t.owner.query('delete from registry.membership where user_id = $1', [direction.userId])
    const to = await createStaffMember()
    const moved = await createStaffMember()
    const one = await t.as('hr')
    const other = await t.as('admin')
    const { approvalId } = await callMoveEmployee(moved, to.id, null)
    expect(await callApprove(one, approvalId)).toEqual({ state: 'pending' })
    expect(await findSupervisorId(moved)).toBeNull()
    expect(await callApprove(other, approvalId)).toEqual({ state: 'approved' })
    expect(await findSupervisorId(moved)).toBe(to.id)
  })

  test('a widening move is stale once it would bring more people than proposed', async () => {
    const to = await createStaffMember()
    const moved = await createStaffMember()
    const { approvalId } = await callMoveEmployee(moved, to.id, null)
    await createStaffMember(moved.id)
    await expect(callApprove(direction, approvalId)).rejects.toMatchObject({ code: 'approval.changedSince' })
    expect(await findSupervisorId(moved)).toBeNull()
  })
})

describe('moves that widen no scope', () => {
  test('a widening move is stale once its new supervisor is about to leave', async () => {
    const to = await createStaffMember()
    const moved = await createStaffMember()
    const { approvalId } = await callMoveEmployee(moved, to.id, null)
    await t.owner.query(`update dino.employee set terminated_on = '2026-07-31' where id = $1`, [to.id])
    await expect(callApprove(direction, approvalId)).rejects.toMatchObject({ code: 'approval.changedSince' })
    expect(await findSupervisorId(moved)).toBeNull()
  })

  test('makes a move at once when no scope widens', async () => {
    const head = await createStaffMember(undefined, 'supervisor')
    const middle = await createStaffMember(head.id)
    const low = await createStaffMember(middle.id)
    const done = { state: 'done', approvalId: null }
    expect(await callMoveEmployee(low, head.id, middle.id, today, null)).toEqual(done)
    expect(await callMoveEmployee(low, null, head.id, today, null)).toEqual(done)
    const superior = await createStaffMember(undefined, 'direction')
    await t.as('direction', superior.cvl)
    expect(await callMoveEmployee(low, superior.id, null, today, null)).toEqual(done)
  })

  test('a new employee has their supervisor from the start, with no move', async () => {
    const head = await createStaffMember(undefined, 'supervisor')
    const body = {
      name: 'Eva',
      surname: '',
      position: 'advisor',
      officeId: head.officeId,
      supervisorId: head.id,
    } as const
    const { id } = await hr.call(createEmployee, { body })
    expect((await hr.call(getEmployee, { params: { employeeId: id } })).supervisor?.id).toBe(head.id)
  })
})

test('a move of a member of direction waits for direction', async () => {
  const chief = await createStaffMember(undefined, 'direction')
  await t.as('direction', chief.cvl)
  const head = await createStaffMember(undefined, 'supervisor')
  const { approvalId } = await callMoveEmployee(chief, head.id, null)
  expect(await findSupervisorId(chief)).toBeNull()
  expect(await callApprove(direction, approvalId)).toEqual({ state: 'approved' })
  expect(await findSupervisorId(chief)).toBe(head.id)
  nowMs += 48 * 3_600_000
  const later = await t.as('supervisor', head.cvl)
  expect((await later.call(listStaffViews, {})).views).toEqual([])
  await expect(later.call(enterStaffView, { body: { cvl: chief.cvl } })).rejects.toMatchObject({ code: 'cvl.notYours' })
})

test('a supervisor gets the view of a moved employee a day later', async () => {
  const head = await createStaffMember(undefined, 'supervisor')
  const moved = await createStaffMember()
  const { approvalId } = await callMoveEmployee(moved, head.id, null)
  await callApprove(direction, approvalId)
  const take = async () => {
    await t.owner.query('delete from registry.membership where cvl = $1', [head.cvl])
    return (await t.as('supervisor', head.cvl)).call(enterStaffView, { body: { cvl: moved.cvl } })
  }
  await expect(take()).rejects.toMatchObject({ status: 409, code: 'cvl.notYours' })
  nowMs += 25 * 3_600_000
  expect(await take()).toEqual({ actingCvl: moved.cvl })
})

describe('moves planned for later', () => {
  const work = async () => {
    nowMs = Date.parse('2026-06-20T10:00:00Z')
    await applyDueMoves(t.db, '2026-06-20', nowMs)
  }

  test('a planned move is decided when planned and made on its day', async () => {
    const to = await createStaffMember()
    const moved = await createStaffMember()
    const { approvalId } = await callMoveEmployee(moved, to.id, null, '2026-06-20')
    await callApprove(direction, approvalId)
    await work()
    hr = await t.as('hr')
    expect(await findSupervisorId(moved)).toBe(to.id)
  })

  test('a planned move fails on its day when it would bring more than approved', async () => {
    const top = await createStaffMember()
    const to = await createStaffMember()
    const moved = await createStaffMember()
    const { approvalId } = await callMoveEmployee(moved, to.id, null, '2026-06-20')
    await callApprove(direction, approvalId)
    await t.owner.query('update dino.employee set supervisor_id = $1 where id = $2', [top.id, to.id])
    await work()
    hr = await t.as('hr')
    expect(await findSupervisorId(moved)).toBeNull()
    expect((await hr.call(getEmployee, { params: { employeeId: moved.id } })).moves).toMatchObject([
      { failure: 'gain' },
    ])
  })

  test('an older unapproved plan fails on its day when it would widen a scope', async () => {
    const to = await createStaffMember()
    const moved = await createStaffMember()
    await t.db
      .insertInto('supervisorMove')
      .values({ employeeId: moved.id, supervisorId: to.id, effectiveOn: '2026-06-20', createdBy: hr.userId })
      .execute()
    await work()
    hr = await t.as('hr')
    expect(await findSupervisorId(moved)).toBeNull()
  })
})
