import { afterAll, beforeAll, expect, test } from 'vitest'
import { approveChangeRequest, getApproval, rejectChangeRequest, undoRejections } from '#contract/approvals.ts'
import { getAccount } from '#contract/clients/client.ts'
import { createCancellationFixture } from './test-cancellations.ts'

let fixture: Awaited<ReturnType<typeof createCancellationFixture>>
beforeAll(async () => {
  fixture = await createCancellationFixture()
})
afterAll(() => fixture.t.drop())

const createRejectedCancellation = async () => {
  const place = await fixture.accountWith()
  const quoteId = await fixture.quote(place)
  const { approvalId } = await fixture.execute(quoteId)
  const params = { approvalId: approvalId! }
  await fixture.superior.call(rejectChangeRequest, { params, body: { reason: 'Falta la firma' } })
  return { place, quoteId, params }
}
const undo = async ({ approvalId }: { approvalId: string }) =>
  (await fixture.superior.call(undoRejections, { body: { approvalIds: [approvalId] } })).results[0]!.code
const getState = async (params: { approvalId: string }) => (await fixture.superior.call(getApproval, { params })).state

test('a cancellation whose rejection is undone waits again and closes the account', async () => {
  const { place, quoteId, params } = await createRejectedCancellation()
  expect(await undo(params)).toBeNull()
  expect(await fixture.seen(quoteId)).toMatchObject({
    state: 'open',
    approvalId: params.approvalId,
    mayExecute: false,
    mayRetain: false,
  })
  await expect(fixture.execute(quoteId)).rejects.toMatchObject({ code: 'cancellation.waits' })
  await fixture.superior.call(approveChangeRequest, { params, body: {} })
  expect(await fixture.seen(quoteId)).toMatchObject({ state: 'executed' })
  expect(await fixture.who.call(getAccount, { params: place })).toMatchObject({ status: 'canceled', balance: '0.00' })
})

test('refuses to undo a rejected cancellation that was requested again', async () => {
  const { quoteId, params } = await createRejectedCancellation()
  const { approvalId } = await fixture.execute(quoteId)
  expect([await undo(params), await getState(params)]).toEqual(['approval.replaced', 'rejected'])
  expect(await fixture.seen(quoteId)).toMatchObject({ approvalId })
})

test('refuses to undo a rejected cancellation after a new quote of its account', async () => {
  const { place, quoteId, params } = await createRejectedCancellation()
  const newQuoteId = await fixture.quote(place)
  expect([await undo(params), await getState(params)]).toEqual(['approval.rejectionFinal', 'rejected'])
  expect(await fixture.seen(quoteId)).toMatchObject({ state: 'expired', approvalId: null })
  expect(await fixture.seen(newQuoteId)).toMatchObject({ state: 'open', mayExecute: true })
})

test('refuses to undo a rejected cancellation whose client stays', async () => {
  const { quoteId, params } = await createRejectedCancellation()
  await fixture.retain(quoteId, true)
  expect([await undo(params), await getState(params)]).toEqual(['approval.rejectionFinal', 'rejected'])
  expect(await fixture.seen(quoteId)).toMatchObject({ state: 'retained', approvalId: null })
})

test('refuses to undo a rejected cancellation after a movement on its account', async () => {
  const { place, quoteId, params } = await createRejectedCancellation()
  await fixture.t.make.movement(place.accountId, '1.00', 'contribution', '2026-06-15')
  expect([await undo(params), await getState(params)]).toEqual(['approval.rejectionFinal', 'rejected'])
  expect((await fixture.seen(quoteId)).approvalId).toBeNull()
})

test('lets the undo of a cancellation or a new quote prevail, never both', async () => {
  for (let round = 0; round < 4; round++) {
    const { place, quoteId, params } = await createRejectedCancellation()
    const [code, isQuoted] = await Promise.all([
      undo(params),
      fixture.quote(place).then(
        () => true,
        () => false,
      ),
    ])
    expect([code === null, isQuoted].filter(Boolean)).toHaveLength(1)
    const { state, approvalId } = await fixture.seen(quoteId)
    expect([state, approvalId]).toEqual(code === null ? ['open', params.approvalId] : ['expired', null])
  }
})
