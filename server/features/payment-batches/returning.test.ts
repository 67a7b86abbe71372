import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approve } from '#contract/approvals.ts'
import { listWaitingOrders, payBatch, payOrder, reorderPayment, returnOrder } from '#contract/payment-batches.ts'
import { getPayment } from '#contract/payments.ts'
import { markPaid } from '#server/domain/settle-order.ts'
import { noon, refused } from '#server/features/payments/test-payments.ts'
import { type Batches, byOrders, firmOfBatches } from './test-batches.ts'

let f: Batches
beforeAll(async () => {
  f = await firmOfBatches()
})
afterAll(() => f.t.drop())

describe('paid and returned payments', () => {
  const askBack = (paymentId: string) =>
    f.admin.call(returnOrder, { params: { paymentId }, body: { code: 'AC04', note: 'Cuenta cerrada' } })
  const decide = (approvalId: string | null) =>
    f.direction.call(approve, { params: { approvalId: approvalId! }, body: {} })
  const back = async (paymentId: string) => decide((await askBack(paymentId)).approvalId)

  test('marks one or all sent payments of a batch as paid, and none before', async () => {
    const [one, other] = [await f.approved('10.00'), await f.approved('20.00')]
    const { batchId } = await f.make(byOrders(one.paymentId, other.paymentId))
    const pay = () => f.admin.call(payOrder, { params: { paymentId: one.paymentId } })
    const payAll = () => f.admin.call(payBatch, { params: { batchId } })
    await expect(payAll()).rejects.toMatchObject(refused(409, 'batch.notSent'))
    await expect(pay()).rejects.toMatchObject(refused(409, 'payment.notSent'))
    await f.sendAll(batchId)
    expect(await pay()).toEqual({ state: 'paid' })
    expect(await payAll()).toEqual({ paid: 1 })
    expect(await payAll()).toEqual({ paid: 0 })
    expect((await f.detail(batchId)).standing).toEqual([{ state: 'paid', orders: 2, amount: '30.00' }])
  })

  test('books a returned withdrawal back to the account, where it is available again', async () => {
    const asked = await f.approved('250.00')
    const { batchId } = await f.make(byOrders(asked.paymentId))
    await f.sendAll(batchId)
    await f.admin.call(payOrder, { params: { paymentId: asked.paymentId } })
    await back(asked.paymentId)
    await expect(askBack(asked.paymentId)).rejects.toMatchObject(refused(409, 'payment.notSent'))
    expect(await f.balanceOf(asked)).toEqual({ balance: '1000.00', available: '1000.00' })
    expect(
      (await f.bank(asked.accountId)).rows.filter(({ ledger }) => ledger === 3).map(({ amount }) => amount),
    ).toEqual(['250.00', '-250.00'])
    expect(await f.detail(batchId)).toMatchObject({ standing: [{ state: 'returned', orders: 1 }] })
    const shown = await f.who.call(getPayment, {
      params: { paymentId: asked.paymentId },
    })
    expect(shown).toMatchObject({ state: 'returned', returnCode: 'AC04', mayReorder: false })
    await expect(
      f.who.call(reorderPayment, { params: { paymentId: asked.paymentId }, body: { reason: 'Otra cuenta' } }),
    ).rejects.toMatchObject(refused(409, 'payment.notReturned'))
    await f.ask(asked, '1000.00')
  })

  test('a manual return of a sent or paid payment waits for a second person', async () => {
    const [sent, paid] = [await f.approved('250.00'), await f.approved('250.00')]
    const { batchId } = await f.make(byOrders(sent.paymentId, paid.paymentId))
    await f.sendAll(batchId)
    await f.admin.call(payOrder, { params: { paymentId: paid.paymentId } })
    const detail = (paymentId: string) => f.admin.call(getPayment, { params: { paymentId } })
    for (const { paymentId, ...place } of [sent, paid]) {
      const { state, approvalId } = await askBack(paymentId)
      expect(state).toBe('pending')
      expect(await detail(paymentId)).toMatchObject({ askedApprovalId: approvalId, mayReturn: false })
      expect(await f.balanceOf(place)).toMatchObject({ balance: '750.00' })
      await expect(askBack(paymentId)).rejects.toMatchObject(refused(409, 'payment.asked'))
      await decide(approvalId)
      expect(await detail(paymentId)).toMatchObject({ state: 'returned', askedApprovalId: null })
      expect(await f.balanceOf(place)).toMatchObject({ balance: '1000.00' })
    }
  })

  test('refuses approval of a return once the payment was marked as paid', async () => {
    const one = await f.approved('30.00')
    await f.sendAll((await f.make(byOrders(one.paymentId))).batchId)
    const { approvalId } = await askBack(one.paymentId)
    await f.admin.call(payOrder, { params: { paymentId: one.paymentId } })
    await expect(decide(approvalId)).rejects.toMatchObject(refused(409, 'approval.changedSince'))
    expect(await f.balanceOf(one)).toMatchObject({ balance: '970.00' })
  })

  test('returns a maturity to the payable, and reorders it once after approval', async () => {
    const due = await f.owed('400.00')
    const { batchId } = await f.make(byOrders(due.paymentId))
    await f.sendAll(batchId)
    await back(due.paymentId)
    const again = () =>
      f.who.call(reorderPayment, { params: { paymentId: due.paymentId }, body: { reason: 'Ya tiene otra cuenta' } })
    const { approvalId } = await again()
    await expect(again()).rejects.toMatchObject(refused(409, 'payment.asked'))
    await f.boss.call(approve, { params: { approvalId: approvalId! }, body: {} })
    await expect(again()).rejects.toMatchObject(refused(409, 'payment.notReturned'))
    const { rows } = await f.admin.call(listWaitingOrders.page, { query: { pageSize: '200', kind: 'maturity' } })
    const order = rows.find(({ accountId }) => accountId === due.accountId)
    expect(order).toMatchObject({ amount: '400.00', waits: null })
    await f.sendAll((await f.make(byOrders(order!.id))).batchId)
    expect((await f.bank(due.accountId)).rows.filter(({ ledger }) => ledger === 1).map(({ amount }) => amount)).toEqual(
      ['-400.00', '400.00', '-400.00'],
    )
  })

  test('returns a withdrawal of an expired account to the payable', async () => {
    const asked = await f.approved('250.00')
    const { batchId } = await f.make(byOrders(asked.paymentId))
    await f.sendAll(batchId)
    await f.t.db.updateTable('account').set({ status: 'expired' }).where('id', '=', asked.accountId).execute()
    await back(asked.paymentId)
    const { payable, balance } = await f.t.db
      .selectFrom('accountBalance')
      .where('accountId', '=', asked.accountId)
      .select(['payable', 'balance'])
      .executeTakeFirstOrThrow()
    expect([payable, balance]).toEqual(['250.00', '750.00'])
  })

  test('books a return once for concurrent requests and approvals', async () => {
    const asked = await f.approved('250.00')
    await f.sendAll((await f.make(byOrders(asked.paymentId))).batchId)
    const asking = await Promise.allSettled(Array.from({ length: 8 }, () => askBack(asked.paymentId)))
    const [proposed, ...others] = asking.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(others).toEqual([])
    await Promise.allSettled(Array.from({ length: 8 }, () => decide(proposed!.approvalId)))
    expect((await f.bank(asked.accountId)).rows).toHaveLength(4)
    const late = f.t.db.transaction().execute((tx) => markPaid(tx, null, asked.paymentId, new Date(noon).toISOString()))
    await expect(late).rejects.toMatchObject({ code: 'payment.notSent' })
  })
})

test('returns leave no differences in the books', async () => {
  expect(await f.differences()).toEqual([])
})
