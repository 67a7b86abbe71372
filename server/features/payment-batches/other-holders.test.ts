import { afterAll, beforeAll, expect, test } from 'vitest'
import { getApproval } from '#contract/approvals.ts'
import { listWaitingOrders } from '#contract/payment-batches.ts'
import { byOrders, firmOfBatches } from './test-batches.ts'

let f: Awaited<ReturnType<typeof firmOfBatches>>
beforeAll(async () => {
  f = await firmOfBatches()
})
afterAll(() => f.t.drop())

test('shows whose account each payment goes to, and the approval how many go to another holder', async () => {
  const [own, stranger] = [await f.approved('20.00'), await f.approved('30.00')]
  await f.t.db
    .updateTable('clientBankAccount')
    .set({ holder: 'Luis Ajeno Perdido' })
    .where('id', '=', stranger.bankAccountId)
    .execute()
  const { rows } = await f.admin.call(listWaitingOrders.page, { query: {} })
  expect(rows.find(({ id }) => id === stranger.paymentId)).toMatchObject({ otherHolder: true })
  const { batchId } = await f.make(byOrders(own.paymentId, stranger.paymentId))
  const orders = await f.ordersOf(batchId)
  expect(orders.find(({ id }) => id === own.paymentId)).toMatchObject({ bankHolder: null, otherHolder: false })
  expect(orders.find(({ id }) => id === stranger.paymentId)).toMatchObject({
    ...{ bankHolder: 'Luis Ajeno Perdido', otherHolder: true },
  })
  const { approvalId } = await f.submit(batchId)
  const { after, link } = await f.direction.call(getApproval, { params: { approvalId: approvalId! } })
  expect(after).toMatchObject({ payments: 2, otherHolders: 1, otherAmount: '30.00' })
  expect(link).toBe(`/crm/Retiradas/remesas/${batchId}`)
  const { rows: files } = await f.t.owner.query<{ file: Buffer }>('select file from dino.payment_batch where id = $1', [
    batchId,
  ])
  expect(files[0]!.file.toString()).toContain('<Nm>Luis Ajeno Perdido</Nm>')
})
