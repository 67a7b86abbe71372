import type { VariantProjection } from '#contract/product-studies.ts'
import type { payoutFrequencies } from '#contract/products.ts'
import { addMonths, parseDay, toCivilDate, toIsoDate } from '#rules/calendar.ts'
import { centsToAmount, toCents } from './cents.ts'
import type { DayCount } from './day-count.ts'
import { calculateEffectiveRate } from './effective-rate.ts'
import { type CapitalMove, calculateAccruedInterest, type InterestTerms } from './interest.ts'

/** What would be put in, and on which terms. Rates in per cent a year. */
export type ProjectionInput = {
  startsOn: string
  amount: string
  months: number
  rate: string
  extraRate: string
  dayCount: DayCount
  payout: (typeof payoutFrequencies)[number]
  capitalised: boolean
  /** Of the product: at its end it is taken to be renewed on the same terms. */
  termMonths: number | null
}

type Earnings = { interest: bigint; bonus: bigint }
const zeroEarnings: Earnings = { interest: 0n, bonus: 0n }
const subtractEarnings = (one: Earnings, other: Earnings): Earnings => ({
  interest: one.interest - other.interest,
  bonus: one.bonus - other.bonus,
})
const sumEarnings = ({ interest, bonus }: Earnings): bigint => interest + bonus

/** What moves have earned from a day to another, to the cent. */
const calculateEarnings = (
  terms: Omit<InterestTerms, 'openedOn' | 'expiresOn'>,
  moves: readonly CapitalMove[],
  to: string,
): Earnings => {
  const { interest, bonus } = calculateAccruedInterest({ ...terms, openedOn: moves[0]!.on, expiresOn: null }, moves, to)
  return { interest: toCents(interest), bonus: toCents(bonus) }
}

const payoutPeriodMonths = { monthly: 1, quarterly: 3, half_yearly: 6, yearly: 12, at_maturity: null } as const

/** First day + so many months, each counted from it and clipped to its month's end; the last day is the end. */
const listPeriodEnds = (startsOn: string, step: number, months: number): string[] => {
  const first = parseDay(startsOn)
  const whole = Math.ceil(months / step)
  return Array.from({ length: whole }, (_, n) => toIsoDate(addMonths(first, Math.min((n + 1) * step, months))))
}

/** How the money grows: what has been earned up to a day, and the capital at its end. */
const calculateGrowth = (of: ProjectionInput) => {
  const terms = { basis: of.dayCount, rate: of.rate, bonusRate: of.extraRate }
  const step = payoutPeriodMonths[of.payout] ?? of.termMonths ?? of.months
  const ends = toIsoDate(addMonths(parseDay(of.startsOn), of.months))

  // What stays in the account is posted as the books do it: all that was earned by then, to the cent, less what was posted before. What is paid out
  // never earns.
  const moves: CapitalMove[] = [{ on: of.startsOn, amount: of.amount }]
  const posted = [{ on: of.startsOn, sum: zeroEarnings, capital: toCents(of.amount) }]
  for (const on of of.capitalised ? listPeriodEnds(of.startsOn, step, of.months).slice(0, -1) : []) {
    const before = posted.at(-1)!
    const sum = calculateEarnings(terms, moves, on)
    const added = sumEarnings(subtractEarnings(sum, before.sum))
    moves.push({ on, amount: centsToAmount(added) })
    posted.push({ on, sum, capital: before.capital + added })
  }
  const exact = calculateEarnings(terms, moves, ends)
  const last = posted.at(-1)!.sum
  // The last posting trues up; nothing that was posted is taken back.
  const total: Earnings = {
    interest: exact.interest > last.interest ? exact.interest : last.interest,
    bonus: exact.bonus > last.bonus ? exact.bonus : last.bonus,
  }

  const at = (day: string): { sum: Earnings; capital: bigint } => {
    if (day === ends) return { sum: total, capital: toCents(of.amount) + (of.capitalised ? sumEarnings(total) : 0n) }
    const { capital } = posted.findLast((one) => one.on <= day)!
    return { sum: calculateEarnings(terms, moves, day), capital }
  }
  return { ends, total, at }
}

/** Of one day by the day count, and of a twelfth of a year, on what is put in: before anything is added to it. */
const calculateInitialInterest = ({ startsOn, amount, rate, extraRate, dayCount }: ProjectionInput) => {
  const year = toCivilDate(parseDay(startsOn)).year
  const put = [{ on: `${year}-01-01`, amount }]
  const of = (basis: DayCount, to: string): string =>
    centsToAmount(sumEarnings(calculateEarnings({ basis, rate, bonusRate: extraRate }, put, `${year}-${to}`)))
  // A month of 30E/360 is a twelfth of the year, whatever its length.
  return { dailyInterest: of(dayCount, '01-02'), monthlyInterest: of('30E/360', '02-01') }
}

/** Of one term of the product: what follows is taken to be renewed on the same terms. Days of rest don't count in a study. */
const calculateStudyEffectiveRate = ({
  startsOn: openedOn,
  months,
  termMonths,
  dayCount: basis,
  extraRate: bonusRate,
  ...of
}: ProjectionInput) => {
  const expiresOn = toIsoDate(addMonths(parseDay(openedOn), Math.min(months, termMonths ?? months)))
  return calculateEffectiveRate({ ...of, basis, bonusRate, openedOn, expiresOn, earnsUntilPaid: false }, 'ES')
}

/**
 * What money would earn year by year, by the engine of the books, before withholding. The years add up to the total.
 * See docs/decisions/0049-studies-in-the-address.md
 */
export const calculateProjection = (of: ProjectionInput): VariantProjection => {
  const { ends, total, at } = calculateGrowth(of)
  let from = of.startsOn
  const years = listPeriodEnds(of.startsOn, 12, of.months).map((to, n) => {
    const before = at(from)
    const after = at(to)
    const { interest, bonus } = subtractEarnings(after.sum, before.sum)
    const year = {
      year: n + 1,
      from,
      to,
      opening: centsToAmount(before.capital),
      interest: centsToAmount(interest),
      extraInterest: centsToAmount(bonus),
      earned: centsToAmount(interest + bonus),
      closing: centsToAmount(after.capital),
    }
    from = to
    return year
  })
  return {
    rate: of.rate,
    effectiveRate: calculateStudyEffectiveRate(of),
    endsOn: ends,
    interest: centsToAmount(total.interest),
    extraInterest: centsToAmount(total.bonus),
    totalEarned: centsToAmount(sumEarnings(total)),
    finalAmount: centsToAmount(toCents(of.amount) + sumEarnings(total)),
    ...calculateInitialInterest(of),
    years,
  }
}
