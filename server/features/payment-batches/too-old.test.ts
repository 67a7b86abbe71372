import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendBatch } from '#contract/payment-batches.ts'
import { refused } from '#server/features/payments/test-payments.ts'
import { byOrders, firmOfBatches } from './test-batches.ts'

let f: Awaited<ReturnType<typeof firmOfBatches>>
beforeAll(async () => {
  f = await firmOfBatches()
})
afterAll(() => f.t.drop())

/** An approved batch whose day of payment was that one; nobody has had its file. */
const approvedFor = async (payOn: string) => {
  const { paymentId } = await f.approved('20.00')
  const { batchId } = await f.make(byOrders(paymentId))
  await f.submit(batchId)
  await f.letBatchGo(batchId)
  await f.t.owner.query('set session_replication_role = replica')
  await f.t.owner.query('update dino.payment_batch set pay_on = $2 where id = $1', [batchId, payOn])
  await f.t.owner.query('set session_replication_role = origin')
  return batchId
}

test('refuses to send a batch six business days after its day of payment', async () => {
  // Today is Monday, 15 June.
  const old = await approvedFor('2026-06-05')
  await expect(f.admin.call(sendBatch, { params: { batchId: old } })).rejects.toMatchObject(
    refused(409, 'batch.tooOld'),
  )
  expect((await f.detail(old)).state).toBe('approved')
  await f.giveUp(old)
  expect((await f.detail(old)).state).toBe('given_up')
  const late = await approvedFor('2026-06-08')
  expect(await f.admin.call(sendBatch, { params: { batchId: late } })).toEqual({ state: 'sending' })
})

test('sends a batch late when its file was taken in time', async () => {
  const batchId = await approvedFor('2026-06-05')
  await f.t.owner.query('set session_replication_role = replica')
  await f.t.owner.query(`update dino.payment_batch set file_taken_at = '2026-06-05T10:00:00Z' where id = $1`, [batchId])
  await f.t.owner.query('set session_replication_role = origin')
  expect(await f.admin.call(sendBatch, { params: { batchId } })).toEqual({ state: 'sending' })
})
