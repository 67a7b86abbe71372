import { afterAll, beforeAll, expect, test } from 'vitest'
import { getApproval } from '#contract/approvals.ts'
import { switchTasksOff } from '#server/domain/approvals.ts'
import { noteStep } from '#server/domain/payment-orders.ts'
import { firmOfPayments, noon, refused } from './test-payments.ts'

let f: Awaited<ReturnType<typeof firmOfPayments>>
beforeAll(async () => {
  f = await firmOfPayments()
})
afterAll(() => f.t.drop())

const overLimit = refused(409, 'withdrawal.overLimit')
const day = 86_400_000
type Place = Awaited<ReturnType<typeof f.accountWith>>

/** A withdrawal of the account that the supervisor has let go. */
const letGo = async (place: Place, amount: string) => {
  const { paymentId } = await f.ask(place, amount)
  await f.letGo(paymentId)
  return paymentId
}
/** Paid so many days ago, or back from the bank: as if its batch had been sent. */
const settle = async (paymentId: string, state: 'paid' | 'returned', daysAgo: number) => {
  await f.t.owner.query(`set session_replication_role = replica`)
  await f.t.owner.query(`update dino.payment_order set state = $2 where id = $1`, [paymentId, state])
  await f.t.owner.query(`set session_replication_role = origin`)
  const at = new Date(noon - daysAgo * day).toISOString()
  await f.t.db.transaction().execute((tx) => noteStep(tx, paymentId, { state, at, userId: null }))
}

test('leaves withdrawals beyond 50,000 in total to direction', async () => {
  const place = await f.accountWith('200000.00')
  await letGo(place, '50000.00')
  const second = await f.ask(place, '50000.00')
  const third = await f.ask(place, '0.01')
  await expect(f.letGo(second.paymentId)).rejects.toMatchObject(overLimit)
  await expect(f.letGo(third.paymentId)).rejects.toMatchObject(overLimit)
  const { approvalId } = await f.detail(second.paymentId)
  const direction = await f.t.as('direction')
  const { after } = await direction.call(getApproval, { params: { approvalId: approvalId! } })
  expect(after).toMatchObject({ amount: '50000.00', letGo: '50000.00' })
  await f.letGo(second.paymentId, direction)
  expect((await f.detail(second.paymentId)).state).toBe('approved')
})

test('counts payments of the last thirty days for the limit, and none before', async () => {
  const place = await f.accountWith('200000.00')
  await settle(await letGo(place, '30000.00'), 'paid', 29)
  await settle(await letGo(place, '20000.00'), 'paid', 31)
  const [fits, over] = [await f.ask(place, '20000.00'), await f.ask(place, '0.01')]
  await f.letGo(fits.paymentId)
  await expect(f.letGo(over.paymentId)).rejects.toMatchObject(overLimit)
})

test('leaves cancelled and returned withdrawals out of the limit', async () => {
  const place = await f.accountWith('200000.00')
  await settle(await letGo(place, '50000.00'), 'returned', 1)
  await f.cancel(await letGo(place, '50000.00'))
  await letGo(place, '50000.00')
})

test('counts withdrawals booked by an import for the limit', async () => {
  const place = await f.accountWith('200000.00')
  await f.t.make.movement(place.accountId, '-30000.00', 'withdrawal', '2026-06-01')
  await f.t.make.movement(place.accountId, '-30000.00', 'withdrawal', '2026-05-01')
  const [fits, over] = [await f.ask(place, '20000.00'), await f.ask(place, '0.01')]
  await f.letGo(fits.paymentId)
  await expect(f.letGo(over.paymentId)).rejects.toMatchObject(overLimit)
})

test('counts withdrawals of each account separately for the limit', async () => {
  const [one, other] = [await f.accountWith('100000.00'), await f.accountWith('100000.00')]
  await letGo(one, '50000.00')
  await letGo(other, '50000.00')
})

test('asks for a second person when several withdrawals exceed the maker’s limit', async () => {
  const place = await f.accountWith('20000.00')
  await switchTasksOff(f.t.db, ['withdrawal'])
  const asked = [await f.ask(place, '3000.00'), await f.ask(place, '2000.00'), await f.ask(place, '0.01')]
  await switchTasksOff(f.t.db, [])
  const states = await Promise.all(asked.map(async ({ paymentId }) => (await f.detail(paymentId)).state))
  expect(states).toEqual(['approved', 'approved', 'requested'])
})
