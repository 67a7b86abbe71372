import type { Projection } from '#contract/product-studies.ts'
import type { payouts } from '#contract/products.ts'
import { addMonths, civil, isoDay, parseDay } from '#rules/calendar.ts'
import { centsOf, moneyOf } from './cents.ts'
import type { DayCount } from './day-count.ts'
import { effectiveRateOf } from './effective-rate.ts'
import { type CapitalMove, earnedBy, type Terms } from './interest.ts'

/** What would be put in, and on which terms. Rates in per cent a year. */
export type Projected = {
  startsOn: string
  amount: string
  months: number
  rate: string
  extraRate: string
  dayCount: DayCount
  payout: (typeof payouts)[number]
  capitalised: boolean
  /** Of the product: at its end it is taken to be renewed on the same terms. */
  termMonths: number | null
}

type Earnings = { interest: bigint; bonus: bigint }
const nothing: Earnings = { interest: 0n, bonus: 0n }
const minus = (one: Earnings, other: Earnings): Earnings => ({
  interest: one.interest - other.interest,
  bonus: one.bonus - other.bonus,
})
const sumOf = ({ interest, bonus }: Earnings): bigint => interest + bonus

/** What moves have earned from a day to another, to the cent. */
const earned = (terms: Omit<Terms, 'openedOn' | 'expiresOn'>, moves: readonly CapitalMove[], to: string): Earnings => {
  const { interest, bonus } = earnedBy({ ...terms, openedOn: moves[0]!.on, expiresOn: null }, moves, to)
  return { interest: centsOf(interest), bonus: centsOf(bonus) }
}

const periodOf = { monthly: 1, quarterly: 3, half_yearly: 6, yearly: 12, at_maturity: null } as const

/** First day + so many months, each counted from it and clipped to its month's end; the last day is the end. */
const daysEvery = (startsOn: string, step: number, months: number): string[] => {
  const first = parseDay(startsOn)
  const whole = Math.ceil(months / step)
  return Array.from({ length: whole }, (_, n) => isoDay(addMonths(first, Math.min((n + 1) * step, months))))
}

/** How the money grows: what has been earned up to a day, and the capital at its end. */
const growthOf = (of: Projected) => {
  const terms = { basis: of.dayCount, rate: of.rate, bonusRate: of.extraRate }
  const step = periodOf[of.payout] ?? of.termMonths ?? of.months
  const ends = isoDay(addMonths(parseDay(of.startsOn), of.months))

  // What stays in the account is posted as the books do it: all that was earned by then, to the cent, less what was posted before. What is paid out
  // never earns.
  const moves: CapitalMove[] = [{ on: of.startsOn, amount: of.amount }]
  const posted = [{ on: of.startsOn, sum: nothing, capital: centsOf(of.amount) }]
  for (const on of of.capitalised ? daysEvery(of.startsOn, step, of.months).slice(0, -1) : []) {
    const before = posted.at(-1)!
    const sum = earned(terms, moves, on)
    const added = sumOf(minus(sum, before.sum))
    moves.push({ on, amount: moneyOf(added) })
    posted.push({ on, sum, capital: before.capital + added })
  }
  const exact = earned(terms, moves, ends)
  const last = posted.at(-1)!.sum
  // The last posting trues up; nothing that was posted is taken back.
  const total: Earnings = {
    interest: exact.interest > last.interest ? exact.interest : last.interest,
    bonus: exact.bonus > last.bonus ? exact.bonus : last.bonus,
  }

  const at = (day: string): { sum: Earnings; capital: bigint } => {
    if (day === ends) return { sum: total, capital: centsOf(of.amount) + (of.capitalised ? sumOf(total) : 0n) }
    const { capital } = posted.findLast((one) => one.on <= day)!
    return { sum: earned(terms, moves, day), capital }
  }
  return { ends, total, at }
}

/** Of one day by the day count, and of a twelfth of a year, on what is put in: before anything is added to it. */
const atFirst = ({ startsOn, amount, rate, extraRate, dayCount }: Projected) => {
  const year = civil(parseDay(startsOn)).year
  const put = [{ on: `${year}-01-01`, amount }]
  const of = (basis: DayCount, to: string): string =>
    moneyOf(sumOf(earned({ basis, rate, bonusRate: extraRate }, put, `${year}-${to}`)))
  // A month of 30E/360 is a twelfth of the year, whatever its length.
  return { dailyInterest: of(dayCount, '01-02'), monthlyInterest: of('30E/360', '02-01') }
}

/** Of one term of the product: what follows is taken to be renewed on the same terms. Days of rest don't count in a study. */
const effectiveOf = ({
  startsOn: openedOn,
  months,
  termMonths,
  dayCount: basis,
  extraRate: bonusRate,
  ...of
}: Projected) => {
  const expiresOn = isoDay(addMonths(parseDay(openedOn), Math.min(months, termMonths ?? months)))
  return effectiveRateOf({ ...of, basis, bonusRate, openedOn, expiresOn, earnsUntilPaid: false }, 'ES')
}

/** What money would earn year by year, by the engine of the books, before withholding. The years add up to the total. */
export const projectionOf = (of: Projected): Projection => {
  const { ends, total, at } = growthOf(of)
  let from = of.startsOn
  const years = daysEvery(of.startsOn, 12, of.months).map((to, n) => {
    const [before, after] = [at(from), at(to)]
    const { interest, bonus } = minus(after.sum, before.sum)
    const year = {
      year: n + 1,
      from,
      to,
      opening: moneyOf(before.capital),
      interest: moneyOf(interest),
      extraInterest: moneyOf(bonus),
      earned: moneyOf(interest + bonus),
      closing: moneyOf(after.capital),
    }
    from = to
    return year
  })
  return {
    rate: of.rate,
    effectiveRate: effectiveOf(of),
    endsOn: ends,
    interest: moneyOf(total.interest),
    extraInterest: moneyOf(total.bonus),
    totalEarned: moneyOf(sumOf(total)),
    finalAmount: moneyOf(centsOf(of.amount) + sumOf(total)),
    ...atFirst(of),
    years,
  }
}
