import { addMonths, type DayNumber, parseDay, toIsoDate } from '#rules/calendar.ts'
import { dayCountPartsPerYear, toDayCountPosition } from '#rules/day-count.ts'
import type { CountryCode } from '#rules/holidays.ts'
import type { DayCount } from './day-count.ts'
import { findNextPayoutDate, getAccrualEndDate, type InterestTerms, type PayoutSchedule } from './interest.ts'

export type EffectiveRateTerms = InterestTerms & PayoutSchedule & { capitalised: boolean }

/** A payment of interest on a capital of one: when, in years, and how much. */
type CashFlow = { at: number; amount: number }

/** Years between two days. A year of interest by ACT/360 has 365 days all the same; the others count years as they count interest. */
const countYearsBetween = (basis: DayCount, from: DayNumber, to: DayNumber): number => {
  const measure = basis === 'ACT/360' ? 'ACT/365F' : basis
  return (toDayCountPosition(measure, to) - toDayCountPosition(measure, from)) / dayCountPartsPerYear[measure]
}

/** All payments of a capital of one until its end; what is capitalised earns on and is paid with the capital. */
const buildCashFlows = (
  terms: EffectiveRateTerms,
  country: CountryCode,
): { flows: CashFlow[]; years: number; final: number } => {
  const { basis, openedOn, capitalised } = terms
  const opened = parseDay(openedOn)
  const yearly = (Number(terms.rate) + Number(terms.bonusRate)) / 100
  const flows: CashFlow[] = []
  let from = opened
  let capital = 1
  for (
    let on = findNextPayoutDate(terms, country, openedOn);
    on !== null;
    on = findNextPayoutDate(terms, country, on)
  ) {
    const day = parseDay(on)
    const interest =
      (capital * yearly * (toDayCountPosition(basis, day) - toDayCountPosition(basis, from))) /
      dayCountPartsPerYear[basis]
    if (capitalised) capital += interest
    else flows.push({ at: countYearsBetween(basis, opened, day), amount: interest })
    from = day
  }
  return { flows, years: countYearsBetween(basis, opened, from), final: capital }
}

/** The yearly rate at which all payments are worth what was put in, by Newton's method: the value falls and is convex in the discount. */
const solveEffectiveRate = (flows: readonly CashFlow[], years: number, final: number): number => {
  if (flows.length === 0) return final ** (1 / years) - 1
  const payments = [...flows, { at: years, amount: final }]
  let rate = 0
  for (let n = 0; n < 50; n++) {
    const value = payments.reduce((sum, { at, amount }) => sum + amount * (1 + rate) ** -at, -1)
    const slope = payments.reduce((sum, { at, amount }) => sum - at * amount * (1 + rate) ** (-at - 1), 0)
    const step = value / slope
    rate -= step
    if (Math.abs(step) < 1e-12) break
  }
  return rate
}

/**
 * The effective yearly rate of what is agreed (TAE), before tax, in per cent with two decimals: the compound rate at which all payments are worth
 * what was put in. Without a term over a year. For showing only: nothing is reckoned from it.
 * See docs/decisions/0083-effective-rates.md
 */
export const calculateEffectiveRate = (terms: EffectiveRateTerms, country: CountryCode): string => {
  const expiresOn = terms.expiresOn ?? toIsoDate(addMonths(parseDay(terms.openedOn), 12))
  const whole = { ...terms, expiresOn }
  if (getAccrualEndDate(whole, country)! <= terms.openedOn) return '0.00'
  const { flows, years, final } = buildCashFlows(whole, country)
  return (Math.round(solveEffectiveRate(flows, years, final) * 10_000) / 100).toFixed(2)
}
