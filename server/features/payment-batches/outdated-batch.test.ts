import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmBatchSent } from '#contract/payment-batches.ts'
import { buildExpectedError } from '#server/features/payments/test-payments.ts'
import { chooseOrders, createBatchFixture } from './test-batches.ts'

let fixture: Awaited<ReturnType<typeof createBatchFixture>>
beforeAll(async () => {
  fixture = await createBatchFixture()
})
afterAll(() => fixture.t.drop())

/** An approved batch whose day of payment was that one; nobody has had its file. */
const createApprovedBatch = async (payOn: string) => {
  const { paymentId } = await fixture.approved('20.00')
  const { batchId } = await fixture.make(chooseOrders(paymentId))
  await fixture.submit(batchId)
  await fixture.letBatchGo(batchId)
  await fixture.t.owner.query('set session_replication_role = replica')
  await fixture.t.owner.query('update dino.payment_batch set pay_on = $2 where id = $1', [batchId, payOn])
  await fixture.t.owner.query('set session_replication_role = origin')
  return batchId
}

test('refuses to send a batch six business days after its day of payment', async () => {
  // Today is Monday, 15 June.
  const old = await createApprovedBatch('2026-06-05')
  await expect(fixture.admin.call(confirmBatchSent, { params: { batchId: old } })).rejects.toMatchObject(
    buildExpectedError(409, 'batch.tooOld'),
  )
  expect((await fixture.detail(old)).state).toBe('approved')
  await fixture.giveUp(old)
  expect((await fixture.detail(old)).state).toBe('given_up')
  const late = await createApprovedBatch('2026-06-08')
  expect(await fixture.admin.call(confirmBatchSent, { params: { batchId: late } })).toEqual({ state: 'sending' })
})

test('sends a batch late when its file was taken in time', async () => {
  const batchId = await createApprovedBatch('2026-06-05')
  await fixture.t.owner.query('set session_replication_role = replica')
  await fixture.t.owner.query(`update dino.payment_batch set file_taken_at = '2026-06-05T10:00:00Z' where id = $1`, [
    batchId,
  ])
  await fixture.t.owner.query('set session_replication_role = origin')
  expect(await fixture.admin.call(confirmBatchSent, { params: { batchId } })).toEqual({ state: 'sending' })
})
