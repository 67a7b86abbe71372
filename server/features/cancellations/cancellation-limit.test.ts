import { afterAll, beforeAll, expect, test } from 'vitest'
import { approveChangeRequest } from '#contract/approvals.ts'
import { setDisabledTasks } from '#server/domain/approvals.ts'
import { buildExpectedError, createCancellationFixture } from './test-cancellations.ts'

let fixture: Awaited<ReturnType<typeof createCancellationFixture>>
beforeAll(async () => {
  fixture = await createCancellationFixture()
  await fixture.limit('supervisor', '50000.00')
  await fixture.limit('manager', '5000.00')
})
afterAll(() => fixture.t.drop())

test('refuses approval of a cancellation that pays out more than the approver’s limit', async () => {
  const quoteId = await fixture.quote(await fixture.accountWith({ capital: '100000.00' }))
  const { approvalId } = await fixture.execute(quoteId)
  const params = { approvalId: approvalId! }
  await expect(fixture.superior.call(approveChangeRequest, { params, body: {} })).rejects.toMatchObject(
    buildExpectedError(409, 'withdrawal.overLimit'),
  )
  expect(await fixture.seen(quoteId)).toMatchObject({ state: 'open' })
  const direction = await fixture.t.as('direction')
  await direction.call(approveChangeRequest, { params, body: {} })
  expect(await fixture.seen(quoteId)).toMatchObject({ state: 'executed' })
})

test('asks for a second person when a cancellation is above its maker’s limit', async () => {
  await setDisabledTasks(fixture.t.db, ['cancellation'])
  const above = await fixture.execute(await fixture.quote(await fixture.accountWith({ capital: '6000.00' })))
  const below = await fixture.execute(await fixture.quote(await fixture.accountWith({ capital: '1000.00' })))
  await setDisabledTasks(fixture.t.db, [])
  expect([above.state, below.state]).toEqual(['pending', 'done'])
})
