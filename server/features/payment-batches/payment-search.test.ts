import { afterAll, beforeAll, expect, test } from 'vitest'
import { listBatches, listBatchOrders, listWaitingOrders } from '#contract/payment-batches.ts'
import { listPayments } from '#contract/payments.ts'
import { formatBatchReference, formatOrderReference } from '#rules/payment-references.ts'
import { type BatchFixture, chooseOrders, createBatchFixture } from './test-batches.ts'

let fixture: BatchFixture
beforeAll(async () => {
  fixture = await createBatchFixture()
})
afterAll(() => fixture.t.drop())

const toIds = ({ rows }: { rows: readonly { id: string }[] }) => rows.map(({ id }) => id)

test('finds a payment by reference, account and client in every tab', async () => {
  const one = await fixture.approved('10.00')
  const other = await fixture.approved('20.00')
  const loose = await fixture.approved('30.00')
  const { batchId } = await fixture.make(chooseOrders(one.paymentId, other.paymentId))
  const found = async (by: { paymentId: string; accountId: string; clientId: string }) => {
    const { number } = await fixture.t.db
      .selectFrom('account')
      .where('id', '=', by.accountId)
      .select('number')
      .executeTakeFirstOrThrow()
    const { cvl } = await fixture.t.db
      .selectFrom('client')
      .where('id', '=', by.clientId)
      .select('cvl')
      .executeTakeFirstOrThrow()
    return [
      formatOrderReference('dino', by.paymentId),
      ` ${formatOrderReference('dino', by.paymentId).toLowerCase()}`,
      formatOrderReference('dino', by.paymentId).replace(/^(..)(.{4})/, '$1 $2 '),
      number,
      cvl,
    ]
  }
  for (const search of await found(loose)) {
    expect(toIds(await fixture.admin.call(listPayments.page, { query: { search } })), search).toEqual([loose.paymentId])
    expect(toIds(await fixture.admin.call(listWaitingOrders.page, { query: { search } })), search).toEqual([
      loose.paymentId,
    ])
  }
  for (const search of await found(one)) {
    expect(toIds(await fixture.admin.call(listWaitingOrders.page, { query: { search } })), search).toEqual([])
    const params = { batchId }
    expect(toIds(await fixture.admin.call(listBatchOrders.page, { params, query: { search } })), search).toEqual([
      one.paymentId,
    ])
  }
  for (const search of [formatBatchReference('dino', batchId), formatOrderReference('dino', other.paymentId)])
    expect(toIds(await fixture.admin.call(listBatches.page, { query: { search } }))).toEqual([batchId])
  const search = formatBatchReference('dino', batchId)
  expect(toIds(await fixture.admin.call(listPayments.page, { query: { search } })).sort()).toEqual(
    [one.paymentId, other.paymentId].sort(),
  )
  expect(toIds(await fixture.admin.call(listBatches.page, { query: { search: 'DB9999999999' } }))).toEqual([])
})
