import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSubstitution, listSubstitutions } from '#contract/approvals/substitutions.ts'
import { approveChangeRequest, getApproval, rejectChangeRequest } from '#contract/approvals.ts'
import { type Caller, createApprovalsTenant, roleTask } from './test-approvals.ts'

const noon = Date.parse('2026-06-15T10:00:00Z')
const substitutionReason = 'Vacaciones'
type Tenant = Awaited<ReturnType<typeof createApprovalsTenant>>
type TestEmployee = Awaited<ReturnType<Tenant['make']['employee']>>
let t: Tenant
let admin: Caller
let secondAdmin: Caller
let superiorEmployee: TestEmployee
let direction: Caller
let otherCaller: Caller
let substituteEmployee: TestEmployee
let substituteCaller: Caller

beforeAll(async () => {
  t = await createApprovalsTenant(() => noon)
  admin = await t.as('admin')
  secondAdmin = await t.as('admin')
  superiorEmployee = await t.make.employee({ position: 'direction', name: 'Dirige' })
  direction = await t.as('direction', superiorEmployee.cvl)
  otherCaller = await t.as('direction', (await t.make.employee({ position: 'direction' })).cvl)
  substituteEmployee = await t.make.employee({ name: 'Suplente' })
  substituteCaller = await t.as('manager', substituteEmployee.cvl)
})
afterAll(() => t.drop())
beforeEach(async () => {
  await t.owner.query('delete from dino.substitution')
  await t.owner.query('delete from dino.approval')
})

const callCreateSubstitution = (caller: Caller, absentId: string, more: object = {}) =>
  caller.call(createSubstitution, {
    body: {
      absentId,
      substituteId: substituteEmployee.id,
      fromOn: '2026-06-15',
      toOn: '2026-06-30',
      reason: substitutionReason,
      ...more,
    },
  })
const callApprove = (caller: Caller, approvalId: string | null) =>
  caller.call(approveChangeRequest, { params: { approvalId: approvalId! }, body: {} })
const countSubstitutions = async () => (await substituteCaller.call(listSubstitutions, {})).substitutions.length
const backdateSubstitutions = () =>
  t.owner.query(`update dino.substitution set created_at = created_at - interval '25 hours'`)

describe('substitutes named for another user', () => {
  test('a substitute named by an administrator is active only once direction agrees', async () => {
    const { state, id, approvalId } = await callCreateSubstitution(admin, superiorEmployee.id)
    expect([state, id, await countSubstitutions()]).toEqual(['pending', null, 0])
    expect(await t.findNotifications('approval.waiting', direction.userId)).not.toEqual([])
    await expect(callApprove(secondAdmin, approvalId)).rejects.toMatchObject({ code: 'approval.directionDecides' })
    await expect(callApprove(admin, approvalId)).rejects.toMatchObject({ code: 'approval.sameAsMaker' })
    await expect(callApprove(substituteCaller, approvalId)).rejects.toMatchObject({ status: 404 })
    expect(await direction.call(getApproval, { params: { approvalId: approvalId! } })).toMatchObject({
      mayDecide: true,
      params: { absent: expect.stringContaining('Dirige'), who: expect.stringContaining('Suplente') },
    })
    expect(await callApprove(direction, approvalId)).toEqual({ state: 'approved' })
    expect(await countSubstitutions()).toBe(1)
    expect((await t.audited('substitution.created')).at(-1)).toMatchObject({ user_id: direction.userId })
    await backdateSubstitutions()
    const params = await t.pending(secondAdmin)
    expect(await callApprove(substituteCaller, params.approvalId)).toEqual({ state: 'approved' })
  })

  test('another director agrees to a substitute for a director', async () => {
    const { approvalId } = await callCreateSubstitution(admin, superiorEmployee.id)
    expect(await callApprove(otherCaller, approvalId)).toEqual({ state: 'approved' })
    expect(await countSubstitutions()).toBe(1)
  })

  test('the absent supervisor agrees to their substitute or rejects them', async () => {
    const head = await t.make.employee({ position: 'supervisor' })
    const supervisor = await t.as('supervisor', head.cvl)
    const colleague = await t.as('supervisor', (await t.make.employee({ position: 'supervisor' })).cvl)
    const first = await callCreateSubstitution(admin, head.id)
    await supervisor.call(rejectChangeRequest, {
      params: { approvalId: first.approvalId! },
      body: { reason: 'No hace falta' },
    })
    expect(await countSubstitutions()).toBe(0)
    const { approvalId } = await callCreateSubstitution(admin, head.id)
    await expect(callApprove(colleague, approvalId)).rejects.toMatchObject({ status: 404 })
    expect(await callApprove(supervisor, approvalId)).toEqual({ state: 'approved' })
    expect(await countSubstitutions()).toBe(1)
  })

  test('a substitute named by the absent user is active at once', async () => {
    expect(await callCreateSubstitution(direction, superiorEmployee.id)).toMatchObject({
      state: 'done',
      approvalId: null,
      id: expect.any(String),
    })
    expect(await countSubstitutions()).toBe(1)
  })

  test('a substitute named without agreement decides nothing guarded', async () => {
    await t.owner.query(
      `insert into dino.substitution (absent_id, substitute_id, from_on, to_on, reason, created_at, created_by)
       values ($1, $2, '2026-06-01', '2026-06-30', 'a test', '2026-06-01', $3)`,
      [superiorEmployee.id, substituteEmployee.id, admin.userId],
    )
    const { approvalId } = await t.pending(secondAdmin, {}, roleTask)
    await expect(callApprove(substituteCaller, approvalId)).rejects.toMatchObject({ status: 404 })
    expect(await t.findNotifications('approval.waiting', substituteCaller.userId)).not.toContainEqual(
      expect.objectContaining({ link: `/crm/Aprobaciones/${approvalId}` }),
    )
  })

  test('a substitute named by another user decides nothing guarded, even if agreed', async () => {
    const { approvalId } = await callCreateSubstitution(admin, superiorEmployee.id)
    await callApprove(direction, approvalId)
    await backdateSubstitutions()
    const plain = await t.pending(secondAdmin)
    const guarded = await t.pending(secondAdmin, { guarded: true })
    const mayDecide = async (params: { approvalId: string }) =>
      (await substituteCaller.call(getApproval, { params })).mayDecide
    expect([await mayDecide(plain), await mayDecide(guarded)]).toEqual([true, false])
  })

  test('refuses a substitute approved after another one was named', async () => {
    const { approvalId } = await callCreateSubstitution(admin, superiorEmployee.id)
    const third = await t.make.employee()
    await t.as('manager', third.cvl)
    await callCreateSubstitution(direction, superiorEmployee.id, { substituteId: third.id })
    await expect(callApprove(otherCaller, approvalId)).rejects.toMatchObject({ code: 'approval.changedSince' })
  })
})

test("a supervisor names a manager's substitute at once", async () => {
  const head = await t.make.employee({ position: 'supervisor' })
  const supervisor = await t.as('supervisor', head.cvl)
  const manager = await t.make.employee({ supervisorId: head.id })
  await t.as('manager', manager.cvl)
  expect(await callCreateSubstitution(supervisor, manager.id)).toMatchObject({ state: 'done' })
})
