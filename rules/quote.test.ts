import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addMonths, parseDay, toIsoDate } from '#rules/calendar.ts'
import { centsToAmount, toCents } from './cents.ts'
import { calculateAccruedInterest, getAccrualEndDate } from './interest.ts'
import { calculateQuote, type QuoteOffer } from './quote.ts'
import type { TaxableHolder, WithholdingLaw } from './withholding.ts'

const spanishLaw: WithholdingLaw = {
  country: 'ES',
  payer: 'other',
  rules: [
    {
      payer: 'any',
      payee: 'any',
      region: 'any',
      validFrom: '2016-01-01',
      rate: '19.000000',
      basis: 'interest',
      source: 'Ley 35/2006',
    },
  ],
}
const soleHolder: TaxableHolder[] = [{ clientId: '1', kind: 'person', regions: ['ES'], share: 1_000_000n }]
const buildOffer = (some: Partial<QuoteOffer>): QuoteOffer => ({
  basis: 'ACT/365F',
  rate: '5.000000',
  bonusRate: '0.000000',
  openedOn: '2026-01-31',
  expiresOn: '2026-07-31',
  payout: 'at_maturity',
  capitalised: false,
  accrues: true,
  earnsUntilPaid: false,
  amount: '100000.00',
  ...some,
})

describe('account quotes', () => {
  test.each([
    ['ACT/365F', '2479.45'],
    ['ACT/360', '2513.89'],
    ['30E/360', '2500.00'],
  ] as const)('100,000 at 5 %% over half a year by %s pays %s', (basis, interest) => {
    const quote = calculateQuote(buildOffer({ basis }), spanishLaw, soleHolder)
    expect(quote.payouts).toHaveLength(1)
    expect(quote).toMatchObject({ interest, bonus: '0.00' })
    expect(toCents(quote.withheld)).toBe((toCents(interest) * 19n + 50n) / 100n)
    expect(toCents(quote.total)).toBe(10_000_000n + toCents(quote.net))
  })

  test('payouts follow the opening day, clipped to month ends, paid on business days', () => {
    const { payouts } = calculateQuote(buildOffer({ payout: 'monthly' }), spanishLaw, soleHolder)
    expect(payouts.map(({ on, paidOn }) => [on, paidOn])).toEqual([
      ['2026-02-28', '2026-03-02'],
      ['2026-03-31', '2026-03-31'],
      ['2026-04-30', '2026-04-30'],
      ['2026-05-31', '2026-06-01'],
      ['2026-06-30', '2026-06-30'],
      ['2026-07-31', '2026-07-31'],
    ])
  })

  test('taxes a payout by the law of the day on which it is paid', () => {
    const [rule] = spanishLaw.rules
    const law = { ...spanishLaw, rules: [rule!, { ...rule!, validFrom: '2026-03-01', rate: '21.000000' }] }
    const { payouts } = calculateQuote(buildOffer({ payout: 'monthly' }), law, soleHolder)
    expect(payouts[0]).toMatchObject({ on: '2026-02-28', paidOn: '2026-03-02', interest: '383.56', withheld: '80.55' })
  })

  test('a Saturday maturity earns until Monday only when the product says so', () => {
    const saturday = { openedOn: '2026-01-01', expiresOn: '2026-08-01' }
    const [plain, longer] = [false, true].map((earnsUntilPaid) =>
      calculateQuote(buildOffer({ ...saturday, earnsUntilPaid }), spanishLaw, soleHolder),
    )
    expect(plain!.payouts.at(-1)).toMatchObject({ on: '2026-08-01', paidOn: '2026-08-03', interest: '2904.11' })
    expect(longer!.payouts.at(-1)).toMatchObject({ on: '2026-08-03', paidOn: '2026-08-03', interest: '2931.51' })
  })

  test('pays a maturity on a TARGET holiday on the next payment day', () => {
    const easterMonday = buildOffer({ openedOn: '2026-09-29', expiresOn: '2027-03-29', earnsUntilPaid: true })
    expect(calculateQuote(easterMonday, spanishLaw, soleHolder).payouts.at(-1)).toMatchObject({
      on: '2027-03-30',
      paidOn: '2027-03-30',
    })
    expect(calculateQuote(easterMonday, { ...spanishLaw, country: 'MX' }, soleHolder).payouts.at(-1)).toMatchObject({
      on: '2027-03-29',
    })
    // A national holiday on which the banks pay: the 6th of January 2027 is a Wednesday.
    const kings = buildOffer({ openedOn: '2026-07-06', expiresOn: '2027-01-06', earnsUntilPaid: true })
    expect(calculateQuote(kings, spanishLaw, soleHolder).payouts.at(-1)).toMatchObject({
      on: '2027-01-06',
      paidOn: '2027-01-06',
    })
  })

  test('a quote without term shows twelve months, and one without interest no payout', () => {
    expect(
      calculateQuote(buildOffer({ expiresOn: null, payout: 'monthly' }), spanishLaw, soleHolder).payouts,
    ).toHaveLength(12)
    expect(calculateQuote(buildOffer({ accrues: false }), spanishLaw, soleHolder)).toMatchObject({
      payouts: [],
      net: '0.00',
      total: '100000.00',
    })
  })

  /** What a posting does on each of its days, told in its own words: what is earned and not posted, from the books as they stand. */
  const posted = (terms: QuoteOffer, days: readonly string[]) => {
    const books = [{ on: terms.openedOn, kind: 'contribution', amount: toCents(terms.amount) }]
    for (const on of days) {
      const capital = books.filter(({ kind }) => terms.capitalised || kind === 'contribution')
      const moves = capital.map(({ on: day, amount }) => ({ on: day, amount: centsToAmount(amount) }))
      const earned = calculateAccruedInterest({ ...terms, expiresOn: getAccrualEndDate(terms, 'ES') }, moves, on)
      for (const kind of ['interest', 'bonus'] as const) {
        const before = books.filter((one) => one.kind === kind).reduce((sum, { amount }) => sum + amount, 0n)
        books.push({ on, kind, amount: toCents(earned[kind]) - before })
      }
      const gross = books.filter((one) => one.on === on && ['interest', 'bonus'].includes(one.kind))
      const sum = gross.reduce((all, { amount }) => all + amount, 0n)
      books.push({ on, kind: 'withholding', amount: -((sum * 19n + 50n) / 100n) })
    }
    const of = (on: string, kind: string) =>
      centsToAmount(
        books.filter((one) => one.on === on && one.kind === kind).reduce((sum, { amount }) => sum + amount, 0n),
      )
    return days.map((on) => ({ interest: of(on, 'interest'), bonus: of(on, 'bonus'), tax: of(on, 'withholding') }))
  }

  test('a quote equals the later postings under any terms', () => {
    fc.assert(
      fc.property(
        fc.record({
          basis: fc.constantFrom('ACT/365F', 'ACT/360', '30E/360', 'ACT/ACT ISDA'),
          payout: fc.constantFrom('monthly', 'quarterly', 'half_yearly', 'yearly', 'at_maturity'),
          capitalised: fc.boolean(),
          earnsUntilPaid: fc.boolean(),
          rate: fc.integer({ min: 0, max: 12_000_000 }).map((micros) => (micros / 1e6).toFixed(6)),
          bonusRate: fc.constantFrom('0.000000', '0.250000', '0.500000'),
          amount: fc.bigInt({ min: 1n, max: 100_000_000n }).map(centsToAmount),
          opened: fc.integer({ min: parseDay('2019-01-01'), max: parseDay('2031-12-31') }),
          months: fc.integer({ min: 1, max: 60 }),
        }),
        ({ opened, months, ...some }) => {
          const terms = buildOffer({
            ...(some as Partial<QuoteOffer>),
            openedOn: toIsoDate(opened),
            expiresOn: toIsoDate(addMonths(opened, months)),
          })
          const quote = calculateQuote(terms, spanishLaw, soleHolder)
          const days = quote.payouts.map(({ on }) => on)
          expect(days.at(-1)).toBe(getAccrualEndDate(terms, 'ES'))
          expect(
            quote.payouts.map(({ interest, bonus, withheld }) => ({
              interest,
              bonus,
              tax: centsToAmount(-toCents(withheld)),
            })),
          ).toEqual(posted(terms, days))
          const net = quote.payouts.reduce((sum, payout) => sum + toCents(payout.net), 0n)
          expect(quote.total).toBe(centsToAmount(toCents(terms.amount) + net))
        },
      ),
      { numRuns: 150 },
    )
  })
})
