import { afterAll, beforeAll, expect, test } from 'vitest'
import { getApproval, rejectChangeRequest, undoRejections } from '#contract/approvals.ts'
import { verifyLedger } from '#server/features/ledger/verify-ledger.ts'
import { createPaymentFixture } from './test-payments.ts'

let fixture: Awaited<ReturnType<typeof createPaymentFixture>>
beforeAll(async () => {
  fixture = await createPaymentFixture()
})
afterAll(() => fixture.t.drop())

const createRejectedWithdrawal = async (capital: string, amount: string) => {
  const place = await fixture.accountWith(capital)
  const { paymentId } = await fixture.ask(place, amount)
  const { approvalId } = await fixture.detail(paymentId)
  const params = { approvalId: approvalId! }
  await fixture.superior.call(rejectChangeRequest, { params, body: { reason: 'Falta la firma' } })
  return { place, paymentId, params }
}
const undo = async ({ approvalId }: { approvalId: string }) =>
  (await fixture.superior.call(undoRejections, { body: { approvalIds: [approvalId] } })).results[0]!.code

test('holds the money of a withdrawal again when its rejection is undone', async () => {
  const { place, paymentId, params } = await createRejectedWithdrawal('1000.00', '250.00')
  expect(await fixture.available(place)).toBe('1000.00')
  expect(await undo(params)).toBeNull()
  expect(await fixture.available(place)).toBe('750.00')
  const { state, steps } = await fixture.detail(paymentId)
  expect([state, steps.map((step) => step.state)]).toEqual(['requested', ['requested', 'rejected', 'requested']])
  await fixture.letGo(paymentId)
  expect((await fixture.detail(paymentId)).state).toBe('approved')
  expect(await fixture.available(place)).toBe('750.00')
})

test('refuses to undo a rejected withdrawal whose money was taken meanwhile', async () => {
  const { place, paymentId, params } = await createRejectedWithdrawal('1000.00', '700.00')
  await fixture.ask(place, '400.00')
  expect(await undo(params)).toBe('account.overdrawn')
  expect([(await fixture.detail(paymentId)).state, await fixture.available(place)]).toEqual(['rejected', '600.00'])
  expect((await fixture.superior.call(getApproval, { params })).state).toBe('rejected')
})

test('lets the undo of a withdrawal or another request take the money, never both', async () => {
  for (let round = 0; round < 3; round++) {
    const { place, params } = await createRejectedWithdrawal('1000.00', '700.00')
    const [code, hasRequested] = await Promise.all([
      undo(params),
      fixture.ask(place, '700.00').then(
        () => true,
        () => false,
      ),
    ])
    expect([code === null, hasRequested].filter(Boolean)).toHaveLength(1)
    expect(await fixture.available(place)).toBe('300.00')
  }
  expect((await verifyLedger({ ...fixture.t, prefix: 'dino' }, undefined)).differenceList).toEqual([])
})

test('refuses to undo a rejected withdrawal whose bank account has ended', async () => {
  const { place, params } = await createRejectedWithdrawal('1000.00', '250.00')
  await fixture.t.db
    .updateTable('clientBankAccount')
    .set({ isPayout: false })
    .where('id', '=', place.bankAccountId)
    .execute()
  expect(await undo(params)).toBe('approval.rejectionFinal')
  expect(await fixture.available(place)).toBe('1000.00')
})
