import { afterAll, beforeAll, expect, test } from 'vitest'
import { getApproval } from '#contract/approvals.ts'
import type { EndpointSpec } from '#contract/core/endpoint.ts'
import { listBatchOrders, listWaitingOrders } from '#contract/payment-batches.ts'
import { getPayment } from '#contract/payments.ts'
import { chooseOrders, createBatchFixture } from './test-batches.ts'

let fixture: Awaited<ReturnType<typeof createBatchFixture>>
beforeAll(async () => {
  fixture = await createBatchFixture()
})
afterAll(() => fixture.t.drop())

test('shows payments to another holder in lists, approval and file of a batch', async () => {
  const own = await fixture.approved('20.00')
  const outsider = await fixture.approved('30.00')
  await fixture.t.db
    .updateTable('clientBankAccount')
    .set({ holder: 'Luis Ajeno Perdido' })
    .where('id', '=', outsider.bankAccountId)
    .execute()
  const { rows } = await fixture.admin.call(listWaitingOrders.page, { query: {} })
  expect(rows.find(({ id }) => id === outsider.paymentId)).toMatchObject({ otherHolder: true })
  const { batchId } = await fixture.make(chooseOrders(own.paymentId, outsider.paymentId))
  const orders = await fixture.ordersOf(batchId)
  expect(orders.find(({ id }) => id === own.paymentId)).toMatchObject({ bankHolder: null, otherHolder: false })
  expect(orders.find(({ id }) => id === outsider.paymentId)).toMatchObject({
    bankHolder: 'Luis Ajeno Perdido',
    otherHolder: true,
  })
  const { approvalId } = await fixture.submit(batchId)
  const { after, link } = await fixture.direction.call(getApproval, { params: { approvalId: approvalId! } })
  expect(after).toMatchObject({ payments: 2, otherHolders: 1, otherAmount: '30.00' })
  expect(link).toBe(`/crm/Retiradas/remesas/${batchId}`)
  const { rows: files } = await fixture.t.owner.query<{ file: Buffer }>(
    'select file from dino.payment_batch where id = $1',
    [batchId],
  )
  expect(files[0]!.file.toString()).toContain('<Nm>Luis Ajeno Perdido</Nm>')
})

/** The cells of a file's lines, by the heading of their columns. */
const exportCells = async (
  endpoint: EndpointSpec,
  more: { params?: Record<string, string>; columns?: string } = {},
) => {
  const { params, columns } = more
  const answer = await fixture.admin.send(endpoint, {
    query: { format: 'csv', ...(columns && { columns }) },
    ...(params && { params }),
  })
  expect(answer.statusCode).toBe(200)
  let file = ''
  for await (const part of answer.stream()) file += part
  const [heading = [], ...rows] = file
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(';'))
  return rows.map((row) => Object.fromEntries(heading.map((name, at) => [name, row[at]])))
}

test('marks another holder’s bank account in exports and on the payment', async () => {
  const own = await fixture.approved('21.00')
  const outsider = await fixture.approved('31.00')
  await fixture.t.db
    .updateTable('clientBankAccount')
    .set({ holder: 'Luis Ajeno Perdido' })
    .where('id', '=', outsider.bankAccountId)
    .execute()
  const marked = {
    'Titular en el banco': 'Luis Ajeno Perdido',
    'Otro titular': 'El titular no es el cliente',
    Importe: '31,00',
  }
  const plain = { 'Titular en el banco': '', 'Otro titular': '', Importe: '21,00' }
  const waiting = await exportCells(listWaitingOrders.exportRows)
  expect(waiting).toContainEqual(expect.objectContaining(marked))
  expect(waiting).toContainEqual(expect.objectContaining(plain))
  expect(await exportCells(listWaitingOrders.exportRows, { columns: 'otherHolder,amount' })).toContainEqual({
    'Otro titular': 'El titular no es el cliente',
    Importe: '31,00',
  })
  const payment = (paymentId: string) => fixture.admin.call(getPayment, { params: { paymentId } })
  expect(await payment(outsider.paymentId)).toMatchObject({ bankHolder: 'Luis Ajeno Perdido', otherHolder: true })
  expect(await payment(own.paymentId)).toMatchObject({ bankHolder: null, otherHolder: false })
  const { batchId } = await fixture.make(chooseOrders(own.paymentId, outsider.paymentId))
  const inBatch = await exportCells(listBatchOrders.exportRows, { params: { batchId } })
  expect(inBatch).toEqual([expect.objectContaining(plain), expect.objectContaining(marked)])
  expect(await payment(outsider.paymentId)).toMatchObject({ otherHolder: true })
})
