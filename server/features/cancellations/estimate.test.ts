import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { estimateCancellation, quoteCancellation } from '#contract/cancellations.ts'
import { postInterest } from '#server/features/interest/post-interest.ts'
import { firmOfCancellations, refused } from './test-cancellations.ts'

let f: Awaited<ReturnType<typeof firmOfCancellations>>
beforeAll(async () => {
  f = await firmOfCancellations()
})
afterAll(() => f.t.drop())

type Place = { clientId: string; accountId: string }
const estimated = (params: Place, on?: string, by = f.who) =>
  by.call(estimateCancellation, { params, query: on ? { on } : {} })
const countQuotes = async () =>
  (await f.t.owner.query('select count(*)::int as n from dino.cancellation_quote')).rows[0].n

describe('cancellation estimates', () => {
  test('an estimate for today equals today’s quote and stores nothing', async () => {
    const account = await f.accountWith()
    const before = await countQuotes()
    const estimate = await estimated(account)
    expect(await countQuotes()).toBe(before)
    const quote = await f.seen(await f.quote(account))
    const { capital, gross, posted, due, penalty, taxable, withheld, net, penalisedRate } = quote
    expect(estimate).toMatchObject({ capital, gross, posted, due, penalty, taxable, withheld, net, penalisedRate })
    expect(estimate).toMatchObject({ on: '2026-06-15', reserved: '0.00' })
  })

  test('estimates an account with a pending withdrawal and shows the reserved amount', async () => {
    const account = await f.accountWith()
    const { net } = await estimated(account)
    await f.t.owner.query('update dino.account_balance set reserved = 4200 where account_id = $1', [account.accountId])
    expect(await estimated(account)).toMatchObject({ net, reserved: '4200.00' })
    await expect(f.quote(account)).rejects.toMatchObject(refused(409, 'cancellation.reserved'))
  })

  test('refuses an estimate for the past, after maturity and out of scope', async () => {
    const account = await f.accountWith()
    await expect(estimated(account, '2026-06-14')).rejects.toMatchObject({ status: 400, fields: { on: 'past' } })
    await expect(estimated(account, '2027-12-17')).rejects.toMatchObject(refused(409, 'cancellation.matured'))
    const stranger = await f.t.as('manager', (await f.t.make.employee()).cvl)
    await expect(estimated(account, undefined, stranger)).rejects.toMatchObject({ status: 404 })
  })

  test.each([true, false])('a future estimate equals that day’s quote; capitalised: %s', async (capitalised) => {
    const account = await f.accountWith({ capitalised })
    const { reasonId } = f
    // The 17th of October 2026 is a Saturday: its payout is posted on Monday the 19th.
    const evening = f.clock.now
    const estimate = await estimated(account, '2026-10-18', await f.t.as('admin'))
    for (const day of ['2026-06-16', '2026-07-17', '2026-08-17', '2026-09-17', '2026-10-18'])
      await postInterest({
        ...{ db: f.t.db, prefix: 'dino', day, now: () => f.clock.now },
        onError: (error) => {
          throw error
        },
      })
    f.clock.now = Date.parse('2026-10-18T10:00:00Z')
    const later = await f.t.as('admin')
    const { quoteId } = await later.call(quoteCancellation, { params: account, body: { reasonId, note: null } })
    const quote = await f.seen(quoteId, later)
    const { capital, gross, posted, due, penalty, taxable, withheld, net } = quote
    expect(estimate).toMatchObject({ capital, gross, posted, due, penalty, taxable, withheld, net })
    f.clock.now = evening
  })
})
