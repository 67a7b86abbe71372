import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getAccount } from '#contract/clients/client.ts'
import { keyHeader } from '#contract/core/endpoint.ts'
import { getPayment, listPayments, quoteWithdrawal, requestWithdrawal } from '#contract/payments.ts'
import type { EarlyWithdrawal } from '#db/types.ts'
import { findLeaving } from '#server/domain/leaving.queries.ts'
import { returnOrder } from '#server/domain/settle-order.ts'
import { findLaw } from '#server/domain/withholding.ts'
import { noon, refused, today } from '#server/features/payments/test-payments.ts'
import { type Batches, byOrders, firmOfBatches } from './test-batches.ts'

let f: Batches
beforeAll(async () => {
  f = await firmOfBatches()
})
afterAll(() => f.t.drop())

/** 10,000.00 at 5 % since January 15th, a year long, 2 points off for whoever leaves early, and 1,000.00 that must stay. */
const inTerm = async (earlyWithdrawal: EarlyWithdrawal, { expiresOn = '2027-01-15' } = {}) => {
  const place = await f.accountWith('0.00')
  const product = await f.t.make.product()
  await f.t.db
    .updateTable('product')
    .set({ penaltyPoints: '2', minimum: '1000.00', termMonths: 12, earlyWithdrawal })
    .where('id', '=', product.id)
    .execute()
  const some = { clientId: place.clientId, productId: product.id, rate: '5', openedOn: '2026-01-15', expiresOn }
  const { id } = await f.t.make.account(some)
  await f.t.make.movement(id, '10000.00', 'contribution', '2026-01-15')
  return { ...place, accountId: id }
}
type Place = Awaited<ReturnType<typeof inTerm>>
const placeOf = ({ clientId, accountId }: Place) => ({ clientId, accountId })
const quoted = (place: Place, amount: string) =>
  f.who.call(quoteWithdrawal, { params: placeOf(place), body: { amount } })
const asked = (place: Place, amount: string, penalty?: string) =>
  f.t.callerWith(f.who.token, { [keyHeader]: randomUUID() }).call(requestWithdrawal, {
    params: placeOf(place),
    body: { amount, bankAccountId: place.bankAccountId, reason: 'Compra de un coche', ...(penalty && { penalty }) },
  })
const accountOf = (place: Place) => f.who.call(getAccount, { params: placeOf(place) })

describe('withdrawals before the term ends', () => {
  test('refuses a partial withdrawal when the product allows only a cancellation', async () => {
    const place = await inTerm('none')
    await expect(quoted(place, '1.00')).rejects.toMatchObject(refused(409, 'withdrawal.noPart'))
    await expect(asked(place, '9999.99')).rejects.toMatchObject(refused(409, 'withdrawal.noPart'))
    expect(await accountOf(place)).toMatchObject({ earlyWithdrawal: 'none', available: '10000.00' })
  })

  test('quotes no penalty for a free product or after the term', async () => {
    expect(await quoted(await inTerm('free'), '9999.00')).toEqual({
      penalty: '0.00',
      debited: '9999.00',
      left: '1.00',
    })
    const over = await inTerm('none', { expiresOn: today })
    expect(await accountOf(over)).toMatchObject({ earlyWithdrawal: 'free' })
    expect((await quoted(over, '10000.00')).penalty).toBe('0.00')
  })

  // By hand, over 151 days: 5 % = 206.85; 3 % = 124.11; the difference 82.74, of which a quarter is 20.685.
  test('a partial withdrawal posts its quoted penalty, and its return gives both back', async () => {
    const place = await inTerm('part_with_penalty')
    expect(await quoted(place, '2500.00')).toEqual({ penalty: '20.69', debited: '2520.69', left: '7479.31' })
    await expect(asked(place, '2500.00')).rejects.toMatchObject(
      refused(409, 'withdrawal.penaltyChanged', { penalty: '20.69' }),
    )
    const { paymentId } = await asked(place, '2500.00', '20.69')
    expect(await accountOf(place)).toMatchObject({ held: '2520.69', available: '7479.31' })
    const held = await f.who.call(listPayments.count, { query: { account: place.accountId, holds: 'true' } })
    expect(held.totals).toEqual({ amount: '2520.69' })
    await f.letGo(paymentId)
    const { batchId } = await f.make(byOrders(paymentId))
    await f.sendAll(batchId)
    expect(await accountOf(place)).toMatchObject({ balance: '7479.31', held: '0.00' })
    expect(await f.who.call(getPayment, { params: { paymentId } })).toMatchObject({
      ...{ state: 'sent', amount: '2500.00', penalty: '20.69' },
    })
    const { leaving } = await findLeaving(f.t.db, await findLaw(f.t.db, 'dino'), place.accountId)
    expect(leaving.charged).toBe(2069n)
    expect(await f.differences()).toEqual([])
    await f.t.db.transaction().execute((tx) =>
      returnOrder(tx, null, paymentId, {
        ...{ code: 'AC04', note: 'Cuenta cerrada', bookingDate: today },
        at: new Date(noon).toISOString(),
      }),
    )
    expect(await accountOf(place)).toMatchObject({ balance: '10000.00' })
    const after = await findLeaving(f.t.db, await findLaw(f.t.db, 'dino'), place.accountId)
    expect(after.leaving.charged).toBe(0n)
  })

  test('refuses a partial withdrawal that leaves less than the product’s minimum', async () => {
    const place = await inTerm('part_with_penalty')
    await expect(quoted(place, '9000.00')).rejects.toMatchObject(
      refused(409, 'withdrawal.belowMinimum', { amount: 'belowMinimumLeft' }),
    )
    expect(Number((await quoted(place, '8900.00')).left)).toBeGreaterThanOrEqual(1000)
  })
})
