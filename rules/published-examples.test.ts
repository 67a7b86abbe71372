import { describe, expect, test } from 'vitest'
import { addMonths, parseDay, toIsoDate } from '#rules/calendar.ts'
import { dayCountPartsPerYear } from '#rules/day-count.ts'
import type { DayCount } from './day-count.ts'
import { calculateAccruedInterest } from './interest.ts'
import { calculateQuote } from './quote.ts'
import type { WithholdingLaw } from './withholding.ts'

/** Figures that others have published. They are kept apart from ours, which were reckoned beside the code. */
const calculateInterest = (basis: DayCount, rate: string, from: string, to: string, amount: string): string =>
  calculateAccruedInterest({ basis, rate, bonusRate: '0', openedOn: from, expiresOn: null }, [{ on: from, amount }], to)
    .interest

/** As many units as the year of the day count has days, at 100 %: each day earns a unit, by the function that accrual, quote and explanation call. */
const calculateInterestPerUnit = (basis: DayCount, from: string, to: string): { days: number; interest: string } => {
  const amount = `${dayCountPartsPerYear[basis]}.00`
  const terms = { basis, rate: '100', bonusRate: '0', openedOn: from, expiresOn: null }
  const { lines, interest } = calculateAccruedInterest(terms, [{ on: from, amount }], to)
  return { days: lines.reduce((sum, line) => sum + line.days, 0), interest }
}

describe('ACT/ACT examples of ISDA', () => {
  test.each([
    ['2003-11-01', '2004-05-01', '497.72'],
    ['1999-02-01', '1999-07-01', '410.96'],
    ['1999-07-01', '2000-07-01', '1001.38'],
    ['2002-08-15', '2003-07-15', '915.07'],
    ['2003-07-15', '2004-01-15', '504.00'],
    ['1999-07-30', '2000-01-30', '503.89'],
    ['2000-01-30', '2000-06-30', '415.30'],
    ['1999-11-30', '2000-04-30', '415.54'],
  ])('ACT/ACT ISDA on 10,000.00 at 10 %% from %s to %s earns %s', (from, to, interest) => {
    expect(calculateInterest('ACT/ACT ISDA', '10', from, to, '10000.00')).toBe(interest)
  })
})

describe('30E/360 examples of ISDA', () => {
  test.each([
    ['2007-01-15', '2007-01-30', 15],
    ['2007-01-15', '2007-02-15', 30],
    ['2007-01-15', '2007-07-15', 180],
    ['2007-09-30', '2008-03-31', 180],
    ['2007-09-30', '2007-10-31', 30],
    ['2007-09-30', '2008-09-30', 360],
    ['2007-01-15', '2007-01-31', 15],
    ['2007-01-31', '2007-02-28', 28],
    ['2007-02-28', '2007-03-31', 32],
    ['2006-08-31', '2007-02-28', 178],
    ['2007-02-28', '2007-08-31', 182],
    ['2007-02-14', '2007-02-28', 14],
    ['2007-02-26', '2008-02-29', 363],
    ['2008-02-29', '2009-02-28', 359],
    ['2008-02-29', '2008-03-30', 31],
    ['2008-02-29', '2008-03-31', 31],
    ['2007-02-28', '2007-03-05', 7],
    ['2007-10-31', '2007-11-28', 28],
    ['2007-08-31', '2008-02-29', 179],
    ['2008-02-29', '2008-08-31', 181],
    ['2008-08-31', '2009-02-28', 178],
    ['2009-02-28', '2009-08-31', 182],
  ])('30E/360 from %s to %s counts %i days', (from, to, days) => {
    expect(calculateInterestPerUnit('30E/360', from, to)).toEqual({ days, interest: `${days}.00` })
  })
})

describe('day counts of OpenGamma Strata', () => {
  test.each([
    ['ACT/360', '2011-12-28', '2012-02-28', 62],
    ['ACT/360', '2011-12-28', '2012-02-29', 63],
    ['ACT/360', '2011-12-28', '2012-03-01', 64],
    ['ACT/360', '2011-12-28', '2016-02-28', 1523],
    ['ACT/360', '2011-12-28', '2016-02-29', 1524],
    ['ACT/360', '2011-12-28', '2016-03-01', 1525],
    ['ACT/365F', '2011-12-28', '2012-02-28', 62],
    ['ACT/365F', '2011-12-28', '2012-02-29', 63],
    ['ACT/365F', '2011-12-28', '2012-03-01', 64],
    ['ACT/365F', '2011-12-28', '2016-02-28', 1523],
    ['ACT/365F', '2011-12-28', '2016-02-29', 1524],
    ['ACT/365F', '2011-12-28', '2016-03-01', 1525],
    ['ACT/365F', '2012-02-28', '2012-03-28', 29],
    ['ACT/365F', '2012-02-29', '2012-03-28', 28],
    ['ACT/365F', '2012-03-01', '2012-03-28', 27],
    ['30E/360', '2011-12-28', '2012-02-28', 60],
    ['30E/360', '2011-12-28', '2012-02-29', 61],
    ['30E/360', '2011-12-28', '2012-03-01', 63],
    ['30E/360', '2011-12-28', '2016-02-28', 1500],
    ['30E/360', '2011-12-28', '2016-02-29', 1501],
    ['30E/360', '2011-12-28', '2016-03-01', 1503],
    ['30E/360', '2012-02-28', '2012-03-28', 30],
    ['30E/360', '2012-02-29', '2012-03-28', 29],
    ['30E/360', '2011-02-28', '2012-02-28', 360],
    ['30E/360', '2011-02-28', '2012-02-29', 361],
    ['30E/360', '2012-02-29', '2016-02-29', 1440],
    ['30E/360', '2012-03-01', '2012-03-28', 27],
    ['30E/360', '2012-05-30', '2013-08-29', 449],
    ['30E/360', '2012-05-29', '2013-08-30', 451],
    ['30E/360', '2012-05-30', '2013-08-30', 450],
    ['30E/360', '2012-05-29', '2013-08-31', 451],
    ['30E/360', '2012-05-30', '2013-08-31', 450],
    ['30E/360', '2012-05-31', '2013-08-30', 450],
    ['30E/360', '2012-05-31', '2013-08-31', 450],
  ] as const)('%s from %s to %s counts %i days', (basis, from, to, days) => {
    expect(calculateInterestPerUnit(basis, from, to)).toEqual({ days, interest: `${days}.00` })
  })
})

/** Nothing is withheld: what the tables of effective rates say is before tax. */
const untaxedLaw: WithholdingLaw = {
  country: 'ES',
  payer: 'other',
  rules: [
    ...[
      { payer: 'any', payee: 'any', region: 'any', validFrom: '2000-01-01', rate: '0', basis: 'interest', source: '-' },
    ],
  ] as WithholdingLaw['rules'],
}

describe('effective rates of compounding deposits', () => {
  test.each([
    // (1 + 0.12 / 12)^12 = 1.126825030
    ['12.000000', 'monthly', '112682.50'],
    // (1 + 0.06 / 12)^12 = 1.061677812
    ['6.000000', 'monthly', '106167.78'],
    // (1 + 0.08 / 4)^4 = 1.082432160
    ['8.000000', 'quarterly', '108243.22'],
    // (1 + 0.05 / 2)^2 = 1.050625000
    ['5.000000', 'half_yearly', '105062.50'],
    ['5.000000', 'yearly', '105000.00'],
  ] as const)('100,000.00 at %s %% paid %s grows to %s in a year', (rate, payout, total) => {
    const openedOn = '2026-01-15'
    const quote = calculateQuote(
      {
        basis: '30E/360',
        rate,
        bonusRate: '0',
        openedOn,
        payout,
        capitalised: true,
        accrues: true,
        expiresOn: toIsoDate(addMonths(parseDay(openedOn), 12)),
        earnsUntilPaid: false,
        amount: '100000.00',
      },
      untaxedLaw,
      [{ clientId: '1', kind: 'person', regions: ['ES'], share: 1_000_000n }],
    )
    // Each posting is rounded to the cent, and the next makes up for it: a cent a posting is the most that compounding can add.
    expect(Math.abs(Number(quote.total) - Number(total))).toBeLessThan(0.011)
  })
})
