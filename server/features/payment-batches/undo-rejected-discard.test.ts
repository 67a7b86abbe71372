import { afterAll, beforeAll, expect, test } from 'vitest'
import { getApproval, undoRejections } from '#contract/approvals.ts'
import { confirmBatchSent, getBatchFile } from '#contract/payment-batches.ts'
import { type BatchFixture, chooseOrders, createBatchFixture } from './test-batches.ts'

let fixture: BatchFixture
beforeAll(async () => {
  fixture = await createBatchFixture()
})
afterAll(() => fixture.t.drop())

/** An approved batch whose file was taken, and which a second person did not let be discarded. */
const createRejectedDiscard = async () => {
  const { paymentId } = await fixture.approved('10.00')
  const { batchId } = await fixture.make(chooseOrders(paymentId))
  await fixture.submit(batchId)
  await fixture.letBatchGo(batchId)
  await fixture.admin.send(getBatchFile, { params: { batchId } })
  const approvedBy = (await fixture.detail(batchId)).approvalId
  const { approvalId } = await fixture.giveUp(batchId)
  await fixture.turnDown(batchId)
  return { batchId, paymentId, approvedBy, params: { approvalId: approvalId! } }
}
const undo = async ({ approvalId }: { approvalId: string }) =>
  (await fixture.direction.call(undoRejections, { body: { approvalIds: [approvalId] } })).results[0]!.code
const getState = async (params: { approvalId: string }) => (await fixture.direction.call(getApproval, { params })).state

test('a batch discard whose rejection is undone waits again and frees its payments', async () => {
  const { batchId, paymentId, approvedBy, params } = await createRejectedDiscard()
  expect(await fixture.detail(batchId)).toMatchObject({ endAsked: false, approvalId: approvedBy })
  expect(await undo(params)).toBeNull()
  expect(await fixture.detail(batchId)).toMatchObject({
    state: 'approved',
    endAsked: true,
    approvalId: params.approvalId,
  })
  await expect(fixture.giveUp(batchId)).rejects.toMatchObject({ code: 'batch.endAsked' })
  await fixture.letBatchGo(batchId)
  expect((await fixture.detail(batchId)).state).toBe('given_up')
  expect(await fixture.make(chooseOrders(paymentId))).toMatchObject({ taken: 1, left: 0 })
})

test('refuses to undo a rejected discard that was proposed again', async () => {
  const { batchId, params } = await createRejectedDiscard()
  const { approvalId } = await fixture.giveUp(batchId)
  expect([await undo(params), await getState(params)]).toEqual(['approval.replaced', 'rejected'])
  expect((await fixture.detail(batchId)).approvalId).toBe(approvalId)
})

test('refuses to undo a rejected discard of a batch that was sent since', async () => {
  const { batchId, approvedBy, params } = await createRejectedDiscard()
  await fixture.admin.call(confirmBatchSent, { params: { batchId } })
  expect([await undo(params), await getState(params)]).toEqual(['approval.rejectionFinal', 'rejected'])
  expect(await fixture.detail(batchId)).toMatchObject({ endAsked: false, approvalId: approvedBy })
})

test('an undone discard and the batch’s sending at once end in one state', async () => {
  for (let round = 0; round < 4; round++) {
    const { batchId, params } = await createRejectedDiscard()
    const [code, isSent] = await Promise.all([
      undo(params),
      fixture.admin.call(confirmBatchSent, { params: { batchId } }).then(
        () => true,
        () => false,
      ),
    ])
    // Sending after the undo ends the change that waits again.
    const { state } = await fixture.detail(batchId)
    expect(state).toBe(isSent ? 'sending' : 'approved')
    if (code === null) expect(await getState(params)).toBe(isSent ? 'withdrawn' : 'pending')
    else expect([code, isSent, await getState(params)]).toEqual(['approval.rejectionFinal', true, 'rejected'])
  }
})
