import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approveChangeRequest } from '#contract/approvals.ts'
import {
  confirmBatchPaid,
  confirmPaymentPaid,
  listWaitingOrders,
  proposePaymentRetry,
  proposePaymentReturn,
} from '#contract/payment-batches.ts'
import { getPayment } from '#contract/payments.ts'
import { markOrderPaid } from '#server/domain/settle-payment-order.ts'
import { buildExpectedError, noonMs } from '#server/features/payments/test-payments.ts'
import { type BatchFixture, chooseOrders, createBatchFixture } from './test-batches.ts'

let fixture: BatchFixture
beforeAll(async () => {
  fixture = await createBatchFixture()
})
afterAll(() => fixture.t.drop())

describe('paid and returned payments', () => {
  const askBack = (paymentId: string) =>
    fixture.admin.call(proposePaymentReturn, { params: { paymentId }, body: { code: 'AC04', note: 'Cuenta cerrada' } })
  const decide = (approvalId: string | null) =>
    fixture.direction.call(approveChangeRequest, { params: { approvalId: approvalId! }, body: {} })
  const back = async (paymentId: string) => decide((await askBack(paymentId)).approvalId)

  test('marks one or all sent payments of a batch as paid, and none before', async () => {
    const one = await fixture.approved('10.00')
    const other = await fixture.approved('20.00')
    const { batchId } = await fixture.make(chooseOrders(one.paymentId, other.paymentId))
    const pay = () => fixture.admin.call(confirmPaymentPaid, { params: { paymentId: one.paymentId } })
    const payAll = () => fixture.admin.call(confirmBatchPaid, { params: { batchId } })
    await expect(payAll()).rejects.toMatchObject(buildExpectedError(409, 'batch.notSent'))
    await expect(pay()).rejects.toMatchObject(buildExpectedError(409, 'payment.notSent'))
    await fixture.sendAll(batchId)
    expect(await pay()).toEqual({ state: 'paid' })
    expect(await payAll()).toEqual({ paid: 1 })
    expect(await payAll()).toEqual({ paid: 0 })
    expect((await fixture.detail(batchId)).standing).toEqual([{ state: 'paid', orders: 2, amount: '30.00' }])
  })

  test('books a returned withdrawal back to the account, where it is available again', async () => {
    const requested = await fixture.approved('250.00')
    const { batchId } = await fixture.make(chooseOrders(requested.paymentId))
    await fixture.sendAll(batchId)
    await fixture.admin.call(confirmPaymentPaid, { params: { paymentId: requested.paymentId } })
    await back(requested.paymentId)
    await expect(askBack(requested.paymentId)).rejects.toMatchObject(buildExpectedError(409, 'payment.notSent'))
    expect(await fixture.balanceOf(requested)).toEqual({ balance: '1000.00', available: '1000.00' })
    expect(
      (await fixture.bank(requested.accountId)).rows.filter(({ ledger }) => ledger === 3).map(({ amount }) => amount),
    ).toEqual(['250.00', '-250.00'])
    expect(await fixture.detail(batchId)).toMatchObject({ standing: [{ state: 'returned', orders: 1 }] })
    const shown = await fixture.who.call(getPayment, {
      params: { paymentId: requested.paymentId },
    })
    expect(shown).toMatchObject({ state: 'returned', returnCode: 'AC04', mayReorder: false })
    await expect(
      fixture.who.call(proposePaymentRetry, {
        params: { paymentId: requested.paymentId },
        body: { reason: 'Otra cuenta' },
      }),
    ).rejects.toMatchObject(buildExpectedError(409, 'payment.notReturned'))
    await fixture.ask(requested, '1000.00')
  })

  test('a manual return of a sent or paid payment waits for a second person', async () => {
    const sent = await fixture.approved('250.00')
    const paid = await fixture.approved('250.00')
    const { batchId } = await fixture.make(chooseOrders(sent.paymentId, paid.paymentId))
    await fixture.sendAll(batchId)
    await fixture.admin.call(confirmPaymentPaid, { params: { paymentId: paid.paymentId } })
    const detail = (paymentId: string) => fixture.admin.call(getPayment, { params: { paymentId } })
    for (const { paymentId, ...place } of [sent, paid]) {
      const { state, approvalId } = await askBack(paymentId)
      expect(state).toBe('pending')
      expect(await detail(paymentId)).toMatchObject({ askedApprovalId: approvalId, mayReturn: false })
      expect(await fixture.balanceOf(place)).toMatchObject({ balance: '750.00' })
      await expect(askBack(paymentId)).rejects.toMatchObject(buildExpectedError(409, 'payment.asked'))
      await decide(approvalId)
      expect(await detail(paymentId)).toMatchObject({ state: 'returned', askedApprovalId: null })
      expect(await fixture.balanceOf(place)).toMatchObject({ balance: '1000.00' })
    }
  })

  test('refuses approval of a return once the payment was marked as paid', async () => {
    const one = await fixture.approved('30.00')
    await fixture.sendAll((await fixture.make(chooseOrders(one.paymentId))).batchId)
    const { approvalId } = await askBack(one.paymentId)
    await fixture.admin.call(confirmPaymentPaid, { params: { paymentId: one.paymentId } })
    await expect(decide(approvalId)).rejects.toMatchObject(buildExpectedError(409, 'approval.changedSince'))
    expect(await fixture.balanceOf(one)).toMatchObject({ balance: '970.00' })
  })

  test('returns a maturity to the payable, and reorders it once after approval', async () => {
    const due = await fixture.owed('400.00')
    const { batchId } = await fixture.make(chooseOrders(due.paymentId))
    await fixture.sendAll(batchId)
    await back(due.paymentId)
    const again = () =>
      fixture.who.call(proposePaymentRetry, {
        params: { paymentId: due.paymentId },
        body: { reason: 'Ya tiene otra cuenta' },
      })
    const { approvalId } = await again()
    await expect(again()).rejects.toMatchObject(buildExpectedError(409, 'payment.asked'))
    await fixture.superior.call(approveChangeRequest, { params: { approvalId: approvalId! }, body: {} })
    await expect(again()).rejects.toMatchObject(buildExpectedError(409, 'payment.notReturned'))
    const { rows } = await fixture.admin.call(listWaitingOrders.page, { query: { pageSize: '200', kind: 'maturity' } })
    const order = rows.find(({ accountId }) => accountId === due.accountId)
    expect(order).toMatchObject({ amount: '400.00', waits: null })
    await fixture.sendAll((await fixture.make(chooseOrders(order!.id))).batchId)
    expect(
      (await fixture.bank(due.accountId)).rows.filter(({ ledger }) => ledger === 1).map(({ amount }) => amount),
    ).toEqual(['-400.00', '400.00', '-400.00'])
  })

  test('returns a withdrawal of an expired account to the payable', async () => {
    const requested = await fixture.approved('250.00')
    const { batchId } = await fixture.make(chooseOrders(requested.paymentId))
    await fixture.sendAll(batchId)
    await fixture.t.db.updateTable('account').set({ status: 'expired' }).where('id', '=', requested.accountId).execute()
    await back(requested.paymentId)
    const { payable, balance } = await fixture.t.db
      .selectFrom('accountBalance')
      .where('accountId', '=', requested.accountId)
      .select(['payable', 'balance'])
      .executeTakeFirstOrThrow()
    expect([payable, balance]).toEqual(['250.00', '750.00'])
  })

  test('books a return once for concurrent requests and approvals', async () => {
    const requested = await fixture.approved('250.00')
    await fixture.sendAll((await fixture.make(chooseOrders(requested.paymentId))).batchId)
    const asking = await Promise.allSettled(Array.from({ length: 8 }, () => askBack(requested.paymentId)))
    const [proposed, ...others] = asking.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(others).toEqual([])
    await Promise.allSettled(Array.from({ length: 8 }, () => decide(proposed!.approvalId)))
    expect((await fixture.bank(requested.accountId)).rows).toHaveLength(4)
    const late = fixture.t.db
      .transaction()
      .execute((tx) => markOrderPaid(tx, null, requested.paymentId, new Date(noonMs).toISOString()))
    await expect(late).rejects.toMatchObject({ code: 'payment.notSent' })
  })
})

test('returns leave no differences in the books', async () => {
  expect(await fixture.differences()).toEqual([])
})
