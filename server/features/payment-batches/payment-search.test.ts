import { afterAll, beforeAll, expect, test } from 'vitest'
import { listBatches, listBatchOrders, listWaitingOrders } from '#contract/payment-batches.ts'
import { listPayments } from '#contract/payments.ts'
import { referenceOfBatch, referenceOfOrder } from '#rules/payment-references.ts'
import { type Batches, byOrders, firmOfBatches } from './test-batches.ts'

let f: Batches
beforeAll(async () => {
  f = await firmOfBatches()
})
afterAll(() => f.t.drop())

const idsOf = ({ rows }: { rows: readonly { id: string }[] }) => rows.map(({ id }) => id)

test('finds a payment by reference, account and client in every tab', async () => {
  const [one, other, loose] = [await f.approved('10.00'), await f.approved('20.00'), await f.approved('30.00')]
  const { batchId } = await f.make(byOrders(one.paymentId, other.paymentId))
  const found = async (by: { paymentId: string; accountId: string; clientId: string }) => {
    const { number } = await f.t.db
      .selectFrom('account')
      .where('id', '=', by.accountId)
      .select('number')
      .executeTakeFirstOrThrow()
    const { cvl } = await f.t.db
      .selectFrom('client')
      .where('id', '=', by.clientId)
      .select('cvl')
      .executeTakeFirstOrThrow()
    return [
      referenceOfOrder('dino', by.paymentId),
      ` ${referenceOfOrder('dino', by.paymentId).toLowerCase()}`,
      number,
      cvl,
    ]
  }
  for (const search of await found(loose)) {
    expect(idsOf(await f.admin.call(listPayments.page, { query: { search } })), search).toEqual([loose.paymentId])
    expect(idsOf(await f.admin.call(listWaitingOrders.page, { query: { search } })), search).toEqual([loose.paymentId])
  }
  for (const search of await found(one)) {
    expect(idsOf(await f.admin.call(listWaitingOrders.page, { query: { search } })), search).toEqual([])
    const params = { batchId }
    expect(idsOf(await f.admin.call(listBatchOrders.page, { params, query: { search } })), search).toEqual([
      one.paymentId,
    ])
  }
  for (const search of [referenceOfBatch('dino', batchId), referenceOfOrder('dino', other.paymentId)])
    expect(idsOf(await f.admin.call(listBatches.page, { query: { search } }))).toEqual([batchId])
  const search = referenceOfBatch('dino', batchId)
  expect(idsOf(await f.admin.call(listPayments.page, { query: { search } })).sort()).toEqual(
    [one.paymentId, other.paymentId].sort(),
  )
  expect(idsOf(await f.admin.call(listBatches.page, { query: { search: 'DB9999999999' } }))).toEqual([])
})
