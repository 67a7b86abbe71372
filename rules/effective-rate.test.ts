import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addMonths, parseDay, toIsoDate } from '#rules/calendar.ts'
import type { DayCount } from './day-count.ts'
import { calculateEffectiveRate, type EffectiveRateTerms } from './effective-rate.ts'
import type { PayoutPeriod } from './interest-payouts.ts'

const buildTerms = (some: Partial<EffectiveRateTerms> & { months?: number | null } = {}): EffectiveRateTerms => {
  const { months = 12, openedOn = '2026-01-31', ...rest } = some
  return {
    basis: 'ACT/365F',
    rate: '5.000000',
    bonusRate: '0.000000',
    payout: 'at_maturity',
    capitalised: false,
    openedOn,
    expiresOn: months === null ? null : toIsoDate(addMonths(parseDay(openedOn), months)),
    earnsUntilPaid: false,
    ...rest,
  }
}

describe('effective rate', () => {
  // By hand: (1 + TIN / n)^n − 1 for equal periods; (1 + i)^(1 / years) − 1 for one payment at the end.
  test.each<[string, Parameters<typeof buildTerms>[0], string]>([
    ['a year, paid at its end', {}, '5.00'],
    ['half a year of 181 days, at its end', { months: 6 }, '5.06'],
    ['two years, at their end', { months: 24, basis: '30E/360' }, '4.88'],
    ['monthly, kept in the account: 1.0041667^12', { basis: '30E/360', payout: 'monthly', capitalised: true }, '5.12'],
    ['monthly, paid out: the same', { basis: '30E/360', payout: 'monthly' }, '5.12'],
    ['quarterly at 3.8 %: 1.0095^4', { basis: '30E/360', payout: 'quarterly', rate: '3.800000' }, '3.85'],
    ['half-yearly: 1.025^2', { basis: '30E/360', payout: 'half_yearly' }, '5.06'],
    ['yearly for three years', { payout: 'yearly', months: 36, basis: '30E/360' }, '5.00'],
    ['ACT/360, which pays 365 of 360 days', { basis: 'ACT/360' }, '5.07'],
    ['a year of 366 days', { openedOn: '2027-12-01' }, '5.00'],
    ['with half a point extra', { bonusRate: '0.500000' }, '5.50'],
    ['without a term, monthly', { months: null, basis: '30E/360', payout: 'monthly' }, '5.12'],
    ['nothing', { rate: '0.000000', payout: 'monthly' }, '0.00'],
  ])('computes the effective rate of %s', (_, some, expected) => {
    expect(calculateEffectiveRate(buildTerms(some), 'ES')).toBe(expected)
  })

  test('the effective rate never falls below the nominal one nor with more frequent payouts', () => {
    const periods: readonly PayoutPeriod[] = ['yearly', 'half_yearly', 'quarterly', 'monthly']
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12_000 }).map((thousandths) => (thousandths / 1000).toFixed(6)),
        fc.constantFrom<DayCount>('ACT/365F', '30E/360', 'ACT/ACT ISDA'),
        fc.boolean(),
        (rate, basis, capitalised) => {
          const rates = periods.map((payout) =>
            Number(
              calculateEffectiveRate(buildTerms({ openedOn: '2026-01-15', rate, basis, payout, capitalised }), 'ES'),
            ),
          )
          expect(rates[0]).toBeCloseTo(Number(rate), 1)
          expect(rates).toEqual([...rates].sort((one, other) => one - other))
        },
      ),
    )
  })
})
