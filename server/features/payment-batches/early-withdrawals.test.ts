import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rejectChangeRequest, undoRejections } from '#contract/approvals.ts'
import { getAccount } from '#contract/clients/client.ts'
import { idempotencyKeyHeader } from '#contract/core/endpoint.ts'
import { getPayment, listPayments, quoteWithdrawal, requestWithdrawal } from '#contract/payments.ts'
import type { EarlyWithdrawal } from '#db/types.ts'
import { findCancellationAccount } from '#server/domain/cancellation-account.queries.ts'
import { markOrderReturned } from '#server/domain/settle-payment-order.ts'
import { findWithholdingLaw } from '#server/domain/withholding.ts'
import { buildExpectedError, noonMs, today } from '#server/features/payments/test-payments.ts'
import { type BatchFixture, chooseOrders, createBatchFixture } from './test-batches.ts'

let fixture: BatchFixture
beforeAll(async () => {
  fixture = await createBatchFixture()
})
afterAll(() => fixture.t.drop())

/** 10,000.00 at 5 % since January 15th, a year long, 2 points off for whoever leaves early, and 1,000.00 that must stay. */
const createTermAccount = async (earlyWithdrawal: EarlyWithdrawal, { expiresOn = '2027-01-15' } = {}) => {
  const place = await fixture.accountWith('0.00')
  const product = await fixture.t.make.product()
  await fixture.t.db
    .updateTable('product')
    .set({ penaltyPoints: '2', minimum: '1000.00', termMonths: 12, earlyWithdrawal })
    .where('id', '=', product.id)
    .execute()
  const some = { clientId: place.clientId, productId: product.id, rate: '5', openedOn: '2026-01-15', expiresOn }
  const { id } = await fixture.t.make.account(some)
  await fixture.t.make.movement(id, '10000.00', 'contribution', '2026-01-15')
  return { ...place, accountId: id }
}
type TestAccount = Awaited<ReturnType<typeof createTermAccount>>
const toAccountParams = ({ clientId, accountId }: TestAccount) => ({ clientId, accountId })
const fetchWithdrawalQuote = (place: TestAccount, amount: string) =>
  fixture.who.call(quoteWithdrawal, { params: toAccountParams(place), body: { amount } })
const callRequestWithdrawal = (place: TestAccount, amount: string, penalty?: string) =>
  fixture.t.callerWith(fixture.who.token, { [idempotencyKeyHeader]: randomUUID() }).call(requestWithdrawal, {
    params: toAccountParams(place),
    body: { amount, bankAccountId: place.bankAccountId, reason: 'Compra de un coche', ...(penalty && { penalty }) },
  })
const fetchAccount = (place: TestAccount) => fixture.who.call(getAccount, { params: toAccountParams(place) })

describe('withdrawals before the term ends', () => {
  test('refuses a partial withdrawal when the product allows only a cancellation', async () => {
    const place = await createTermAccount('none')
    await expect(fetchWithdrawalQuote(place, '1.00')).rejects.toMatchObject(
      buildExpectedError(409, 'withdrawal.noPart'),
    )
    await expect(callRequestWithdrawal(place, '9999.99')).rejects.toMatchObject(
      buildExpectedError(409, 'withdrawal.noPart'),
    )
    expect(await fetchAccount(place)).toMatchObject({ earlyWithdrawal: 'none', available: '10000.00' })
  })

  test('quotes no penalty for a free product or after the term', async () => {
    expect(await fetchWithdrawalQuote(await createTermAccount('free'), '9999.00')).toEqual({
      penalty: '0.00',
      debited: '9999.00',
      left: '1.00',
    })
    const over = await createTermAccount('none', { expiresOn: today })
    expect(await fetchAccount(over)).toMatchObject({ earlyWithdrawal: 'free' })
    expect((await fetchWithdrawalQuote(over, '10000.00')).penalty).toBe('0.00')
  })

  // By hand, over 151 days: 5 % = 206.85; 3 % = 124.11; the difference 82.74, of which a quarter is 20.685.
  test('a partial withdrawal posts its quoted penalty, and its return gives both back', async () => {
    const place = await createTermAccount('part_with_penalty')
    expect(await fetchWithdrawalQuote(place, '2500.00')).toEqual({
      penalty: '20.69',
      debited: '2520.69',
      left: '7479.31',
    })
    await expect(callRequestWithdrawal(place, '2500.00')).rejects.toMatchObject(
      buildExpectedError(409, 'withdrawal.penaltyChanged', { penalty: '20.69' }),
    )
    const { paymentId } = await callRequestWithdrawal(place, '2500.00', '20.69')
    expect(await fetchAccount(place)).toMatchObject({ held: '2520.69', available: '7479.31' })
    const held = await fixture.who.call(listPayments.count, { query: { account: place.accountId, holds: 'true' } })
    expect(held.totals).toEqual({ amount: '2520.69' })
    await fixture.letGo(paymentId)
    const { batchId } = await fixture.make(chooseOrders(paymentId))
    await fixture.sendAll(batchId)
    expect(await fetchAccount(place)).toMatchObject({ balance: '7479.31', held: '0.00' })
    expect(await fixture.who.call(getPayment, { params: { paymentId } })).toMatchObject({
      state: 'sent',
      amount: '2500.00',
      penalty: '20.69',
    })
    const { leaving } = await findCancellationAccount(
      fixture.t.db,
      await findWithholdingLaw(fixture.t.db, 'dino'),
      place.accountId,
    )
    expect(leaving.charged).toBe(2069n)
    expect(await fixture.differences()).toEqual([])
    await fixture.t.db.transaction().execute((tx) =>
      markOrderReturned(tx, null, paymentId, {
        code: 'AC04',
        note: 'Cuenta cerrada',
        bookingDate: today,
        at: new Date(noonMs).toISOString(),
      }),
    )
    expect(await fetchAccount(place)).toMatchObject({ balance: '10000.00' })
    const after = await findCancellationAccount(
      fixture.t.db,
      await findWithholdingLaw(fixture.t.db, 'dino'),
      place.accountId,
    )
    expect(after.leaving.charged).toBe(0n)
  })

  test('refuses a partial withdrawal that leaves less than the product’s minimum', async () => {
    const place = await createTermAccount('part_with_penalty')
    await expect(fetchWithdrawalQuote(place, '9000.00')).rejects.toMatchObject(
      buildExpectedError(409, 'withdrawal.belowMinimum', { amount: 'belowMinimumLeft' }),
    )
    expect(Number((await fetchWithdrawalQuote(place, '8900.00')).left)).toBeGreaterThanOrEqual(1000)
  })

  test('refuses the undo of a rejected withdrawal that would leave less than the minimum', async () => {
    const place = await createTermAccount('part_with_penalty')
    const request = async (amount: string) => {
      const { penalty } = await fetchWithdrawalQuote(place, amount)
      const { paymentId } = await callRequestWithdrawal(place, amount, penalty)
      const { approvalId } = await fixture.who.call(getPayment, { params: { paymentId } })
      return { paymentId, approvalId: approvalId! }
    }
    const undo = async (approvalId: string) =>
      (await fixture.superior.call(undoRejections, { body: { approvalIds: [approvalId] } })).results[0]!.code
    const { approvalId } = await request('5000.00')
    await fixture.superior.call(rejectChangeRequest, { params: { approvalId }, body: { reason: 'Un despiste' } })
    const meanwhile = await request('4000.00')
    expect(await undo(approvalId)).toBe('withdrawal.belowMinimum')
    expect(await fetchAccount(place)).toMatchObject({ held: '4033.10' })
    await fixture.cancel(meanwhile.paymentId)
    expect([await undo(approvalId), (await fetchAccount(place)).held]).toEqual([null, '5041.37'])
  })
})
