import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  approveChangeRequest,
  decideApprovals,
  getApproval,
  listApprovals,
  rejectChangeRequest,
  rejectionUndoMinutes,
  undoRejections,
} from '#contract/approvals.ts'
import { enterStaffView } from '#contract/auth/staff-view.ts'
import { type Caller, createApprovalsTenant, handoverTask } from './test-approvals.ts'

let now = Date.parse('2026-06-15T10:00:00Z')
const minute = 60_000
let t: Awaited<ReturnType<typeof createApprovalsTenant>>
let maker: Caller
let checker: Caller
beforeAll(async () => {
  t = await createApprovalsTenant(() => now)
  maker = await t.as('admin')
  checker = await t.as('direction')
})
afterAll(() => t.drop())

type Params = { approvalId: string }
let subjectCount = 100
/** A change of a record of its own, rejected by the checker. */
const createRejectedApproval = async (more: Parameters<typeof t.pending>[1] = {}): Promise<Params> => {
  const params = await t.pending(maker, { entityId: String(++subjectCount), ...more })
  await checker.call(rejectChangeRequest, { params, body: { reason: 'Un despiste' } })
  return params
}
const undo = async ({ approvalId }: Params, by = checker) =>
  (await by.call(undoRejections, { body: { approvalIds: [approvalId] } })).results
const undoCode = async (params: Params, by = checker) => (await undo(params, by))[0]!.code
const getState = async (params: Params) => (await maker.call(getApproval, { params })).state

test('undoes a rejection: the change waits as before, audited, its maker notified', async () => {
  const note = t.note()
  const params = await createRejectedApproval({ payload: { note } })
  const { approvalId } = params
  const before = await maker.call(getApproval, { params })
  expect(await checker.call(getApproval, { params })).toMatchObject({
    canUndoRejection: true,
    undoRejectionUntil: new Date(now + rejectionUndoMinutes * minute).toISOString(),
  })
  expect(before.undoRejectionUntil).toBeNull()

  expect(await undo(params)).toEqual([{ approvalId, code: null }])

  expect(await checker.call(getApproval, { params })).toMatchObject({
    state: 'pending',
    mayDecide: true,
    expiresAt: before.expiresAt,
    deciderName: null,
    decidedAt: null,
    decisionReason: null,
    undoRejectionUntil: null,
  })
  expect(await t.noted(note)).toBeUndefined()
  const waiting = await checker.call(listApprovals.page, { query: { box: 'waiting' } })
  expect(waiting.rows.map(({ id }) => id)).toContain(approvalId)
  expect((await t.audited('approval.rejectionUndone')).filter((event) => event.entity_id === approvalId)).toEqual([
    {
      user_id: checker.userId,
      entity_id: approvalId,
      before: { state: 'rejected', reason: 'Un despiste' },
      after: { state: 'pending', task: 'permissions.role', who: 'Ana', count: '1' },
    },
  ])
  const notifications = await t.findNotifications('approval.decided', maker.userId)
  const own = notifications.filter(({ link }) => link === `/crm/Aprobaciones/${approvalId}`)
  expect(own.map((one) => one.params.outcome)).toEqual(['rejected', 'restored'])

  await checker.call(approveChangeRequest, { params, body: {} })
  expect(await t.noted(note)).toEqual({ by: checker.userId, for: maker.userId })
})

test('a rejection sent again after its undo rejects nothing', async () => {
  const params = await createRejectedApproval()
  expect(await undoCode(params)).toBeNull()
  const { version } = await checker.call(getApproval, { params })
  const body = { reason: 'Un despiste', version }
  await checker.call(rejectChangeRequest, { params, body })
  expect(await undoCode(params)).toBeNull()
  await expect(checker.call(rejectChangeRequest, { params, body })).rejects.toMatchObject({ code: 'conflict.changed' })
  const decisions = [{ ...params, version }]
  const { results } = await checker.call(decideApprovals, {
    body: { outcome: 'rejected', reason: 'Un despiste', decisions },
  })
  expect(results).toEqual([{ ...params, state: null, code: 'conflict.changed' }])
  expect(await getState(params)).toBe('pending')
})

test('refuses a rejection without a version once one was taken back', async () => {
  const params = await createRejectedApproval()
  expect(await undoCode(params)).toBeNull()
  const sent = checker.call(rejectChangeRequest, { params, body: { reason: 'Un despiste' } })
  await expect(sent).rejects.toMatchObject({ code: 'conflict.changed' })
  expect(await getState(params)).toBe('pending')
})

test('undoes a rejection once when it is undone many times at once', async () => {
  const params = await createRejectedApproval()
  const codes = await Promise.all(Array.from({ length: 12 }, () => undoCode(params)))
  expect(codes.filter((code) => code === null)).toHaveLength(1)
  expect(new Set(codes)).toEqual(new Set([null, 'approval.notRejected']))
  const audited = (await t.audited('approval.rejectionUndone')).filter((one) => one.entity_id === params.approvalId)
  expect(audited).toHaveLength(1)
})

test('refuses to undo a rejection once its minutes are over', async () => {
  const params = await createRejectedApproval()
  now += rejectionUndoMinutes * minute - 1
  expect((await checker.call(getApproval, { params })).undoRejectionUntil).not.toBeNull()
  now += 1
  expect((await checker.call(getApproval, { params })).undoRejectionUntil).toBeNull()
  expect([await undoCode(params), await getState(params)]).toEqual(['approval.undoTooLate', 'rejected'])
})

test('refuses the undo of another person’s rejection, hidden from who may not see it', async () => {
  const params = await createRejectedApproval()
  const other = await t.as('direction')
  expect(await undoCode(params, other)).toBe('approval.notYourRejection')
  expect(await undoCode(params, maker)).toBe('approval.sameAsMaker')
  expect(await undoCode(params, await t.as('manager'))).toBe('notFound')
  expect(await getState(params)).toBe('rejected')
})

test('refuses to undo a rejection after the same was proposed anew', async () => {
  const params = await createRejectedApproval({ entityId: '900' })
  await t.pending(maker, { entityId: '900' })
  expect([await undoCode(params), await getState(params)]).toEqual(['approval.replaced', 'rejected'])

  const withoutRecord = await createRejectedApproval({ entityId: undefined, params: { who: 'Eva', count: '2' } })
  await t.pending(maker, { entityId: undefined, params: { who: 'Luis', count: '2' } })
  expect(await undoCode(withoutRecord)).toBeNull()
})

test('refuses to undo a rejection that its task cannot take back', async () => {
  const params = await t.pending(maker, { entityId: '901' }, handoverTask)
  await checker.call(rejectChangeRequest, { params, body: { reason: 'Un despiste' } })
  expect(await checker.call(getApproval, { params })).toMatchObject({
    canUndoRejection: false,
    undoRejectionUntil: null,
  })
  expect([await undoCode(params), await getState(params)]).toEqual(['approval.rejectionFinal', 'rejected'])
})

test('an undo that the task refuses leaves the change rejected and nothing written', async () => {
  const params = await createRejectedApproval({ payload: { note: 'taken' } })
  expect([await undoCode(params), await getState(params)]).toEqual(['approval.rejectionFinal', 'rejected'])
  expect((await t.audited('approval.rejectionUndone')).some((one) => one.entity_id === params.approvalId)).toBe(false)
})

test('undoes several rejections, telling of each what happened', async () => {
  const first = await createRejectedApproval()
  const approved = await t.pending(maker, { entityId: '902' })
  await checker.call(approveChangeRequest, { params: approved, body: {} })
  const approvalIds = [first.approvalId, approved.approvalId]
  expect((await checker.call(undoRejections, { body: { approvalIds } })).results).toEqual([
    { approvalId: first.approvalId, code: null },
    { approvalId: approved.approvalId, code: 'approval.notRejected' },
  ])
})

test('refuses the undo of a person who has lost the right to decide', async () => {
  const decider = await t.as('direction')
  const params = await t.pending(maker, { entityId: '903' })
  await decider.call(rejectChangeRequest, { params, body: { reason: 'Un despiste' } })
  await t.owner.query(`update registry.membership set role = 'advisor' where user_id = $1`, [decider.userId])
  await expect(undo(params, decider).then(([result]) => result!.code)).resolves.toBe('permission.missing')
  expect(await getState(params)).toBe('rejected')
})

test('refuses the undo of a rejection in the view of another person', async () => {
  const decider = await t.as('direction')
  const params = await t.pending(maker, { entityId: '904' })
  await decider.call(rejectChangeRequest, { params, body: { reason: 'Un despiste' } })
  const { cvl } = await t.make.employee({})
  await decider.call(enterStaffView, { body: { cvl } })
  await expect(undo(params, decider)).rejects.toMatchObject({ status: 409, code: 'cvl.readOnly' })
})
