import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DayCount, PayoutPeriod } from '#db/types.ts'
import { addMonths, parseDay, toIsoDate } from '#rules/calendar.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import { nextBusinessDay } from '#rules/holidays.ts'
import { calculateQuote } from '#rules/quote.ts'
import { findHolders, findWithholdingLaw } from '#server/domain/withholding.ts'
import { runMaturities } from '#server/features/maturities/run-maturities.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { postDueInterest } from './post-interest.ts'

let t: Awaited<ReturnType<typeof createTestTenant>>
const getNow = () => Date.parse('2031-01-15T10:00:00Z')
beforeAll(async () => {
  t = await createTestTenant('dino', getNow)
})
afterAll(() => t.drop())

const runNightlyJobs = async (day: string): Promise<void> => {
  const run = {
    db: t.db,
    prefix: 'dino' as const,
    day,
    now: getNow,
    onError: (error: unknown) => {
      throw error
    },
  }
  await postDueInterest(run)
  await runMaturities(run)
}

const isNonBusinessDay = (day: number): boolean => nextBusinessDay('ES', day) !== day

/** Terms whose maturity is a day of rest: week ends, and holidays of Spain. */
const agreedTermsArbitrary = fc
  .record({
    basis: fc.constantFrom<DayCount>('ACT/365F', 'ACT/360', '30E/360', 'ACT/ACT ISDA'),
    payout: fc.constantFrom<PayoutPeriod>('monthly', 'monthly', 'quarterly', 'half_yearly', 'at_maturity'),
    capitalised: fc.boolean(),
    earnsUntilPaid: fc.boolean(),
    rate: fc.integer({ min: 1, max: 12_000 }).map((thousandths) => (thousandths / 1000).toFixed(6)),
    amount: fc.bigInt({ min: 100n, max: 90_000_000n }).map(centsToAmount),
    opened: fc.integer({ min: parseDay('2027-01-01'), max: parseDay('2028-12-31') }),
    months: fc.integer({ min: 1, max: 14 }),
  })
  .filter(({ opened, months }) => isNonBusinessDay(addMonths(opened, months)))
type AgreedTerms = typeof agreedTermsArbitrary extends fc.Arbitrary<infer A> ? A : never

const openAccountOf = async ({
  basis,
  payout,
  capitalised,
  earnsUntilPaid,
  rate,
  amount,
  opened,
  months,
}: AgreedTerms) => {
  const product = await t.make.product({ payout, capitalised })
  await t.db.updateTable('product').set({ dayCount: basis, earnsUntilPaid }).where('id', '=', product.id).execute()
  const client = await t.make.client({ checked: true })
  const openedOn = toIsoDate(opened)
  const expiresOn = toIsoDate(addMonths(opened, months))
  const { id } = await t.make.account({ clientId: client.id, productId: product.id, rate, openedOn, expiresOn })
  await t.db.updateTable('account').set({ instruction: 'pay_out' }).where('id', '=', id).execute()
  await t.make.movement(id, amount, 'contribution', openedOn)
  const law = await findWithholdingLaw(t.db, 'dino')
  const holders = (await findHolders(t.db, law, [id])).get(id)!
  const terms = { basis, rate, bonusRate: '0.000000', openedOn, expiresOn }
  const offer = { ...terms, payout, capitalised, accrues: true, earnsUntilPaid, amount }
  return { id, quote: calculateQuote(offer, law, holders) }
}

/** The payouts that the books have, as the quote shows them; and all that was paid in the end. */
const findPostedPayouts = async (id: string) => {
  const { rows } = await t.owner.query<{ on: string; paidOn: string; interest: string; withheld: string }>(
    `select j.value_date::text as on, j.booking_date::text as "paidOn",
            coalesce(sum(-p.amount) filter (where j.kind = 'interest'), 0)::numeric(18, 2) as interest,
            coalesce(sum(p.amount) filter (where j.kind = 'withholding'), 0)::numeric(18, 2) as withheld
       from dino.posting p join dino.journal j on j.id = p.journal_id
      where p.account_id = $1 and j.kind in ('interest', 'withholding') group by 1, 2 order by 1`,
    [id],
  )
  const { rows: paid } = await t.owner.query(
    'select coalesce(sum(amount), 0)::numeric(18, 2) as total from dino.payment_order where account_id = $1',
    [id],
  )
  return { payouts: rows, total: paid[0].total }
}

test('a quote equals the nightly postings for maturities on holidays', async () => {
  const accounts = []
  for (const terms of fc.sample(agreedTermsArbitrary, { numRuns: 25 })) accounts.push(await openAccountOf(terms))
  const days = new Set(accounts.flatMap(({ quote }) => quote.payouts.map(({ paidOn }) => paidOn)))
  for (const day of [...days].sort()) await runNightlyJobs(day)
  for (const { id, quote } of accounts) {
    const quoted = quote.payouts
      .filter(({ interest }) => toCents(interest) !== 0n)
      .map(({ on, paidOn, interest, withheld }) => ({ on, paidOn, interest, withheld }))
    expect(await findPostedPayouts(id), JSON.stringify(quote)).toEqual({ payouts: quoted, total: quote.total })
  }
}, 180_000)
