import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getApproval } from '#contract/approvals.ts'
import { setDisabledTasks } from '#server/domain/approvals.ts'
import { insertPaymentStep } from '#server/domain/payment-orders.ts'
import { buildExpectedError, createPaymentFixture, noonMs, today } from './test-payments.ts'

let fixture: Awaited<ReturnType<typeof createPaymentFixture>>
beforeAll(async () => {
  fixture = await createPaymentFixture()
})
afterAll(() => fixture.t.drop())

const overLimitError = buildExpectedError(409, 'withdrawal.overLimit')
const dayMs = 86_400_000
type TestAccount = Awaited<ReturnType<typeof fixture.accountWith>>

/** A withdrawal of the account that the supervisor has let go. */
const createApprovedWithdrawal = async (place: TestAccount, amount: string) => {
  const { paymentId } = await fixture.ask(place, amount)
  await fixture.letGo(paymentId)
  return paymentId
}
/** In a batch, sent, paid or back from the bank since so many days: as if its batch had come so far. */
const setPaymentState = async (
  paymentId: string,
  state: 'in_batch' | 'paid' | 'returned' | 'sent',
  daysAgo: number,
) => {
  const at = new Date(noonMs - daysAgo * dayMs).toISOString()
  const { id: batchId } = await fixture.t.db
    .insertInto('paymentBatch')
    .values({
      fileKind: 'pain.001',
      payOn: today,
      idempotencyKey: randomUUID(),
      requestHash: '-',
      madeBy: fixture.superior.userId,
      madeAt: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await fixture.t.owner.query(`set session_replication_role = replica`)
  await fixture.t.owner.query(`update dino.payment_order set state = $2, batch_id = $3 where id = $1`, [
    paymentId,
    state,
    batchId,
  ])
  await fixture.t.owner.query(`set session_replication_role = origin`)
  await fixture.t.db.transaction().execute((tx) => insertPaymentStep(tx, paymentId, { state, at, userId: null }))
}

test('leaves withdrawals beyond 50,000 in total to direction', async () => {
  const place = await fixture.accountWith('200000.00')
  await createApprovedWithdrawal(place, '50000.00')
  const second = await fixture.ask(place, '50000.00')
  const third = await fixture.ask(place, '0.01')
  await expect(fixture.letGo(second.paymentId)).rejects.toMatchObject(overLimitError)
  await expect(fixture.letGo(third.paymentId)).rejects.toMatchObject(overLimitError)
  const { approvalId } = await fixture.detail(second.paymentId)
  const direction = await fixture.t.as('direction')
  const { after } = await direction.call(getApproval, { params: { approvalId: approvalId! } })
  expect(after).toMatchObject({ amount: '50000.00', letGo: '50000.00' })
  await fixture.letGo(second.paymentId, direction)
  expect((await fixture.detail(second.paymentId)).state).toBe('approved')
})

test('counts payments of the last thirty days for the limit, and none before', async () => {
  const place = await fixture.accountWith('200000.00')
  await setPaymentState(await createApprovedWithdrawal(place, '30000.00'), 'paid', 29)
  await setPaymentState(await createApprovedWithdrawal(place, '20000.00'), 'paid', 31)
  const fits = await fixture.ask(place, '20000.00')
  const over = await fixture.ask(place, '0.01')
  await fixture.letGo(fits.paymentId)
  await expect(fixture.letGo(over.paymentId)).rejects.toMatchObject(overLimitError)
})

test('payments and imports of the thirtieth day before no longer count for the limit', async () => {
  const place = await fixture.accountWith('200000.00')
  await setPaymentState(await createApprovedWithdrawal(place, '30000.00'), 'paid', 30)
  await fixture.t.make.movement(place.accountId, '-30000.00', 'withdrawal', '2026-05-16')
  const all = await fixture.ask(place, '50000.00')
  await fixture.letGo(all.paymentId)
})

test('a payment counts by the firm’s day, which begins before that of UTC', async () => {
  const place = await fixture.accountWith('200000.00')
  // Half past midnight of 17 May in Madrid.
  const sinceThen = 11.5 / 24
  await setPaymentState(await createApprovedWithdrawal(place, '30000.00'), 'paid', 29 + sinceThen)
  const over = await fixture.ask(place, '20000.01')
  await expect(fixture.letGo(over.paymentId)).rejects.toMatchObject(overLimitError)
})

test.each(['in_batch', 'sent'] as const)('counts a withdrawal that is %s for the limit', async (state) => {
  const place = await fixture.accountWith('200000.00')
  await setPaymentState(await createApprovedWithdrawal(place, '30000.00'), state, 31)
  const fits = await fixture.ask(place, '20000.00')
  const over = await fixture.ask(place, '0.01')
  await fixture.letGo(fits.paymentId)
  await expect(fixture.letGo(over.paymentId)).rejects.toMatchObject(overLimitError)
})

test('leaves cancelled and returned withdrawals out of the limit', async () => {
  const place = await fixture.accountWith('200000.00')
  await setPaymentState(await createApprovedWithdrawal(place, '50000.00'), 'returned', 1)
  await fixture.cancel(await createApprovedWithdrawal(place, '50000.00'))
  await createApprovedWithdrawal(place, '50000.00')
})

test('counts withdrawals booked by an import for the limit', async () => {
  const place = await fixture.accountWith('200000.00')
  await fixture.t.make.movement(place.accountId, '-30000.00', 'withdrawal', '2026-05-17')
  await fixture.t.make.movement(place.accountId, '-30000.00', 'withdrawal', '2026-05-16')
  const fits = await fixture.ask(place, '20000.00')
  const over = await fixture.ask(place, '0.01')
  await fixture.letGo(fits.paymentId)
  await expect(fixture.letGo(over.paymentId)).rejects.toMatchObject(overLimitError)
})

test('leaves a reversed withdrawal of an import out of the limit', async () => {
  const place = await fixture.accountWith('200000.00')
  const { journalId } = await fixture.t.make.movement(place.accountId, '-30000.00', 'withdrawal', '2026-06-01')
  await fixture.t.owner.query('select dino.reverse_journals(array[$1::bigint], $2, null)', [journalId, today])
  const all = await fixture.ask(place, '50000.00')
  await fixture.letGo(all.paymentId)
})

test('a limit holds from its first day on', async () => {
  const place = await fixture.accountWith('200000.00')
  const { owner } = fixture.t
  await owner.query(`insert into dino.withdrawal_limit (role, valid_from, amount) values ('supervisor', $1, 60000)`, [
    today,
  ])
  const fits = await fixture.ask(place, '60000.00')
  const over = await fixture.ask(place, '0.01')
  await fixture.letGo(fits.paymentId)
  await expect(fixture.letGo(over.paymentId)).rejects.toMatchObject(overLimitError)
  await owner.query(`delete from dino.withdrawal_limit where valid_from = $1`, [today])
})

test('counts withdrawals of each account separately for the limit', async () => {
  const one = await fixture.accountWith('100000.00')
  const other = await fixture.accountWith('100000.00')
  await createApprovedWithdrawal(one, '50000.00')
  await createApprovedWithdrawal(other, '50000.00')
})

test('asks for a second person when several withdrawals exceed the maker’s limit', async () => {
  const place = await fixture.accountWith('20000.00')
  await setDisabledTasks(fixture.t.db, ['withdrawal'])
  const requests = [
    await fixture.ask(place, '3000.00'),
    await fixture.ask(place, '2000.00'),
    await fixture.ask(place, '0.01'),
  ]
  await setDisabledTasks(fixture.t.db, [])
  const states = await Promise.all(requests.map(async ({ paymentId }) => (await fixture.detail(paymentId)).state))
  expect(states).toEqual(['approved', 'approved', 'requested'])
})
