import { type DayNumber, getMonthEnd, parseDay } from './calendar.ts'
import { type CountryCode, nextWorkingDay } from './holidays.ts'

/** Days on which the country's offices are open, from one day to another, both in. */
export const countBusinessDays = (country: CountryCode, from: DayNumber, to: DayNumber): number => {
  let days = 0
  for (let day = from; day <= to; day += 1) if (nextWorkingDay(country, day) === day) days += 1
  return days
}

export type MonthFigure = { month: string; actual: bigint }
export type ProjectedMonth = MonthFigure & {
  /** What the whole month comes to at the pace so far; of a month that is over what it was. */
  projected: bigint
  /** All months up to this one, as projected. */
  cumulative: bigint
}

const scale = (value: bigint, days: number, of: number): bigint => {
  if (of === 0) return 0n
  const size = (2n * (value < 0n ? -value : value) * BigInt(days) + BigInt(of)) / (2n * BigInt(of))
  return value < 0n ? -size : size
}

/**
 * The months of a year at the pace of its business days so far: the month that runs at its own pace, those to come at that of the year. Amounts in cents,
 * `months` all of the year ('YYYY-MM-01') in order; what is before `today` is what it is.
 */
export const projectMonths = (
  country: CountryCode,
  months: readonly MonthFigure[],
  today: string,
): ProjectedMonth[] => {
  const now = parseDay(today)
  const spans = months.map(({ month }) => ({ first: parseDay(month), last: parseDay(getMonthEnd(month)) }))
  const daysOf = spans.map(({ first, last }) => countBusinessDays(country, first, last))
  const daysPassed = spans.map(({ first, last }) => countBusinessDays(country, first, Math.min(last, now)))
  const yearPassed = daysPassed.reduce((sum, days) => sum + days, 0)
  const yearSoFar = months.reduce((sum, { actual }) => sum + actual, 0n)
  let cumulative = 0n
  return months.map(({ month, actual }, at) => {
    const { first, last } = spans[at]!
    const running = scale(actual, daysOf[at]!, daysPassed[at]!)
    const projected = last < now ? actual : first > now ? scale(yearSoFar, daysOf[at]!, yearPassed) : running
    cumulative += projected
    return { month, actual, projected, cumulative }
  })
}
