import { afterAll, beforeAll, expect, test } from 'vitest'
import { approve } from '#contract/approvals.ts'
import { switchTasksOff } from '#server/domain/approvals.ts'
import { firmOfCancellations, refused } from './test-cancellations.ts'

let f: Awaited<ReturnType<typeof firmOfCancellations>>
beforeAll(async () => {
  f = await firmOfCancellations()
  await f.limit('supervisor', '50000.00')
  await f.limit('manager', '5000.00')
})
afterAll(() => f.t.drop())

test('refuses approval of a cancellation that pays out more than the approver’s limit', async () => {
  const quoteId = await f.quote(await f.accountWith({ capital: '100000.00' }))
  const { approvalId } = await f.execute(quoteId)
  const params = { approvalId: approvalId! }
  await expect(f.boss.call(approve, { params, body: {} })).rejects.toMatchObject(refused(409, 'withdrawal.overLimit'))
  expect(await f.seen(quoteId)).toMatchObject({ state: 'open' })
  const direction = await f.t.as('direction')
  await direction.call(approve, { params, body: {} })
  expect(await f.seen(quoteId)).toMatchObject({ state: 'executed' })
})

test('asks for a second person when a cancellation is above its maker’s limit', async () => {
  await switchTasksOff(f.t.db, ['cancellation'])
  const above = await f.execute(await f.quote(await f.accountWith({ capital: '6000.00' })))
  const below = await f.execute(await f.quote(await f.accountWith({ capital: '1000.00' })))
  await switchTasksOff(f.t.db, [])
  expect([above.state, below.state]).toEqual(['pending', 'done'])
})
