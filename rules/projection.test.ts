import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayCounts, payoutFrequencies } from '#contract/products.ts'
import { addMonths, parseDay, toIsoDate } from '#rules/calendar.ts'
import { isFullTestRun } from '#test/harness/circles.ts'
import { centsToAmount, formatScaledDecimal, toCents } from './cents.ts'
import { calculateAccruedInterest } from './interest.ts'
import { calculateProjection, type ProjectionInput } from './projection.ts'
import { calculateQuote } from './quote.ts'
import type { TaxableHolder, WithholdingLaw } from './withholding.ts'

const baseProjection: ProjectionInput = {
  startsOn: '2026-01-31',
  amount: '100000.00',
  months: 6,
  rate: '5.000000',
  extraRate: '0.000000',
  dayCount: 'ACT/365F',
  payout: 'at_maturity',
  capitalised: false,
  termMonths: null,
}
const calculateBaseProjection = (some: Partial<ProjectionInput>) => calculateProjection({ ...baseProjection, ...some })

describe('projection of 100,000.00 at 5 %', () => {
  // 2026-01-31 to 2026-07-31: 181 days, or 180 of 360.
  test.each([
    ['ACT/365F', '2479.45'],
    ['ACT/360', '2513.89'],
    ['30E/360', '2500.00'],
  ] as const)('half a year by %s earns %s', (dayCount, totalEarned) => {
    expect(calculateBaseProjection({ dayCount })).toMatchObject({ endsOn: '2026-07-31', totalEarned })
  })

  test.each([
    ['ACT/365F', '1246.58'],
    ['ACT/ACT ISDA', '1244.33'],
  ] as const)('a stretch into a leap year by %s earns %s', (dayCount, totalEarned) => {
    expect(calculateBaseProjection({ startsOn: '2027-12-01', months: 3, dayCount })).toMatchObject({ totalEarned })
  })

  test('earns 13.70 a day and 416.67 a month, and 13.89 a day by 30E/360', () => {
    expect(calculateBaseProjection({})).toMatchObject({ dailyInterest: '13.70', monthlyInterest: '416.67' })
    expect(calculateBaseProjection({ dayCount: '30E/360' })).toMatchObject({
      dailyInterest: '13.89',
      monthlyInterest: '416.67',
    })
  })

  test('rounds interest and extra interest separately, as posted', () => {
    const { interest, extraInterest, totalEarned, finalAmount, dailyInterest } = calculateBaseProjection({
      dayCount: '30E/360',
      months: 24,
      extraRate: '0.250000',
    })
    expect([interest, extraInterest]).toEqual(['10000.00', '500.00'])
    expect([totalEarned, finalAmount]).toEqual(['10500.00', '110500.00'])
    expect(dailyInterest).toBe('14.58')
  })

  test('yearly capitalisation grows by 1.05 each year, within cents of rounding', () => {
    for (let n = 1; n <= 30; n++) {
      // By hand: a twentieth of the capital each year; what stands there is all twentieths so far, rounded half up.
      let capital = 10_000_000n
      let twentieths = 0n
      for (let year = 1; year <= n; year++) {
        twentieths += capital
        capital = 10_000_000n + (2n * twentieths + 20n) / 40n
      }
      const { finalAmount, years } = calculateBaseProjection({
        startsOn: '2026-01-01',
        months: 12 * n,
        dayCount: '30E/360',
        payout: 'yearly',
        capitalised: true,
      })
      expect(finalAmount, `${n} years`).toBe(centsToAmount(capital))
      expect(years.at(-1)!.closing).toBe(finalAmount)
      const off = 10_000_000 * 1.05 ** n - Number(toCents(finalAmount))
      expect(Math.abs(off), `${n} years`).toBeLessThan(3)
    }
  })

  test('rounds the interest at each capitalisation', () => {
    const { years } = calculateBaseProjection({
      startsOn: '2026-01-01',
      months: 60,
      dayCount: '30E/360',
      payout: 'yearly',
      capitalised: true,
    })
    expect(years.map(({ opening, interest, closing }) => [opening, interest, closing])).toEqual([
      ['100000.00', '5000.00', '105000.00'],
      ['105000.00', '5250.00', '110250.00'],
      ['110250.00', '5512.50', '115762.50'],
      ['115762.50', '5788.13', '121550.63'],
      ['121550.63', '6077.53', '127628.16'],
    ])
  })

  test('adds interest to the capital only at the end of the term', () => {
    const { years } = calculateBaseProjection({
      startsOn: '2026-01-01',
      months: 36,
      termMonths: 24,
      dayCount: '30E/360',
      capitalised: true,
    })
    expect(years.map(({ opening, interest, closing }) => [opening, interest, closing])).toEqual([
      ['100000.00', '5000.00', '100000.00'],
      ['100000.00', '5000.00', '110000.00'],
      ['110000.00', '5500.00', '115500.00'],
    ])
  })
})

const rateArbitrary = fc.integer({ min: 0, max: 20_000_000 }).map((micros) => formatScaledDecimal(BigInt(micros), 6))
const projectionArbitrary = fc.record({
  startsOn: fc.constantFrom('2024-02-29', '2026-01-31', '2026-06-15', '2027-12-31'),
  amount: fc.bigInt(1n, 100_000_000_00n).map(centsToAmount),
  months: fc.integer({ min: 1, max: 480 }),
  rate: rateArbitrary,
  extraRate: rateArbitrary,
  dayCount: fc.constantFrom(...dayCounts),
  payout: fc.constantFrom(...payoutFrequencies),
  capitalised: fc.boolean(),
  termMonths: fc.option(fc.integer({ min: 1, max: 60 }), { nil: null }),
})
const sumAmounts = (amounts: string[]): string =>
  centsToAmount(amounts.reduce((total, amount) => total + toCents(amount), 0n))

/** A capitalised one of forty years takes long; the full suite tries more. */
const capitalisedRuns = { numRuns: isFullTestRun ? 100 : 30 }

describe('projections of any terms', () => {
  test('projected years add up to the total, each opening at the previous closing', () => {
    fc.assert(
      fc.property(projectionArbitrary, (of) => {
        const { years, interest, extraInterest, totalEarned, finalAmount, endsOn } = calculateProjection(of)
        expect(sumAmounts(years.map((year) => year.interest))).toBe(interest)
        expect(sumAmounts(years.map((year) => year.extraInterest))).toBe(extraInterest)
        expect(sumAmounts([interest, extraInterest])).toBe(totalEarned)
        expect(sumAmounts([of.amount, totalEarned])).toBe(finalAmount)
        expect([years[0]!.from, years.at(-1)!.to]).toEqual([of.startsOn, endsOn])
        for (const [n, year] of years.slice(1).entries())
          expect([year.from, year.opening]).toEqual([years[n]!.to, years[n]!.closing])
        expect(years.at(-1)!.closing).toBe(of.capitalised ? finalAmount : of.amount)
      }),
      capitalisedRuns,
    )
  })

  test('a paid-out projection equals the interest of the books for the whole period', () => {
    fc.assert(
      fc.property(projectionArbitrary, (of) => {
        const { interest, extraInterest, endsOn, years } = calculateProjection({ ...of, capitalised: false })
        const terms = { basis: of.dayCount, rate: of.rate, bonusRate: of.extraRate, openedOn: of.startsOn }
        const whole = calculateAccruedInterest(
          { ...terms, expiresOn: null },
          [{ on: of.startsOn, amount: of.amount }],
          endsOn,
        )
        expect([interest, extraInterest]).toEqual([whole.interest, whole.bonus])
        expect(new Set(years.map(({ closing }) => closing))).toEqual(new Set([of.amount]))
      }),
    )
  })

  test('a paid-out 30E/360 projection earns equally each year, within one cent', () => {
    const years = fc.integer({ min: 1, max: 40 })
    fc.assert(
      fc.property(projectionArbitrary, years, (of, n) => {
        const { years: each } = calculateProjection({
          ...of,
          startsOn: '2026-01-15',
          dayCount: '30E/360',
          capitalised: false,
          months: 12 * n,
        })
        const cents = each.map(({ interest }) => Number(toCents(interest)))
        expect(Math.max(...cents) - Math.min(...cents)).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('a capitalised projection earns no less than a paid-out one', () => {
    fc.assert(
      fc.property(projectionArbitrary, (of) => {
        const [kept, paid] = [true, false].map((capitalised) => calculateProjection({ ...of, capitalised }).totalEarned)
        expect(toCents(kept!)).toBeGreaterThanOrEqual(toCents(paid!))
      }),
      capitalisedRuns,
    )
  })

  test("an untaxed projection equals the account's quote to the cent", () => {
    const law: WithholdingLaw = {
      country: 'ES',
      payer: 'other',
      rules: [
        {
          payer: 'any',
          payee: 'any',
          region: 'any',
          validFrom: '1990-01-01',
          rate: '0',
          basis: 'interest',
          source: '',
        },
      ],
    }
    const alone: TaxableHolder[] = [{ clientId: '1', kind: 'person', regions: ['ES'], share: 1_000_000n }]
    fc.assert(
      fc.property(projectionArbitrary, (study) => {
        const { startsOn: openedOn, extraRate: bonusRate, dayCount: basis, months, ...rest } = study
        const expiresOn = toIsoDate(addMonths(parseDay(openedOn), months))
        const terms = { ...rest, openedOn, bonusRate, basis, expiresOn, accrues: true, earnsUntilPaid: false }
        const quote = calculateQuote(terms, law, alone)
        const projection = calculateProjection({ ...study, termMonths: months })
        expect(projection).toMatchObject({ interest: quote.interest, extraInterest: quote.bonus })
        expect(projection.finalAmount).toBe(quote.total)
      }),
      { numRuns: 60 },
    )
  })
})
