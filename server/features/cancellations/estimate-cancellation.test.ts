import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { estimateCancellation, quoteCancellation } from '#contract/cancellations.ts'
import { postDueInterest } from '#server/features/interest/post-interest.ts'
import { buildExpectedError, createCancellationFixture } from './test-cancellations.ts'

let fixture: Awaited<ReturnType<typeof createCancellationFixture>>
beforeAll(async () => {
  fixture = await createCancellationFixture()
})
afterAll(() => fixture.t.drop())

type AccountParams = { clientId: string; accountId: string }
const callEstimateCancellation = (params: AccountParams, on?: string, by = fixture.who) =>
  by.call(estimateCancellation, { params, query: on ? { on } : {} })
const countQuotes = async () =>
  (await fixture.t.owner.query('select count(*)::int as n from dino.cancellation_quote')).rows[0].n

describe('cancellation estimates', () => {
  test('an estimate for today equals today’s quote and stores nothing', async () => {
    const account = await fixture.accountWith()
    const before = await countQuotes()
    const estimate = await callEstimateCancellation(account)
    expect(await countQuotes()).toBe(before)
    const quote = await fixture.seen(await fixture.quote(account))
    const { capital, gross, posted, due, penalty, taxable, withheld, net, penalisedRate } = quote
    expect(estimate).toMatchObject({ capital, gross, posted, due, penalty, taxable, withheld, net, penalisedRate })
    expect(estimate).toMatchObject({ on: '2026-06-15', reserved: '0.00' })
  })

  test('estimates an account with a pending withdrawal and shows the reserved amount', async () => {
    const account = await fixture.accountWith()
    const { net } = await callEstimateCancellation(account)
    await fixture.t.owner.query('update dino.account_balance set reserved = 4200 where account_id = $1', [
      account.accountId,
    ])
    expect(await callEstimateCancellation(account)).toMatchObject({ net, reserved: '4200.00' })
    await expect(fixture.quote(account)).rejects.toMatchObject(buildExpectedError(409, 'cancellation.reserved'))
  })

  test('refuses an estimate for the past, after maturity and out of scope', async () => {
    const account = await fixture.accountWith()
    await expect(callEstimateCancellation(account, '2026-06-14')).rejects.toMatchObject({
      status: 400,
      fields: { on: 'past' },
    })
    await expect(callEstimateCancellation(account, '2027-12-17')).rejects.toMatchObject(
      buildExpectedError(409, 'cancellation.matured'),
    )
    await expect(callEstimateCancellation(account, '2076-06-16')).rejects.toMatchObject({
      status: 400,
      fields: { on: 'tooFarAhead' },
    })
    const outsider = await fixture.t.as('manager', (await fixture.t.make.employee()).cvl)
    await expect(callEstimateCancellation(account, undefined, outsider)).rejects.toMatchObject({ status: 404 })
  })

  test.each([true, false])('a future estimate equals that day’s quote; capitalised: %s', async (capitalised) => {
    const account = await fixture.accountWith({ capitalised })
    const { reasonId } = fixture
    // The 17th of October 2026 is a Saturday: its payout is posted on Monday the 19th.
    const evening = fixture.clock.now
    const estimate = await callEstimateCancellation(account, '2026-10-18', await fixture.t.as('admin'))
    for (const day of ['2026-06-16', '2026-07-17', '2026-08-17', '2026-09-17', '2026-10-18'])
      await postDueInterest({
        db: fixture.t.db,
        prefix: 'dino',
        day,
        now: () => fixture.clock.now,
        onError: (error) => {
          throw error
        },
      })
    fixture.clock.now = Date.parse('2026-10-18T10:00:00Z')
    const later = await fixture.t.as('admin')
    const { quoteId } = await later.call(quoteCancellation, { params: account, body: { reasonId, note: null } })
    const quote = await fixture.seen(quoteId, later)
    const { capital, gross, posted, due, penalty, taxable, withheld, net } = quote
    expect(estimate).toMatchObject({ capital, gross, posted, due, penalty, taxable, withheld, net })
    fixture.clock.now = evening
  })
})
