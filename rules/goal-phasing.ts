import { getMonthEnd } from './calendar.ts'

/**
 * An amount in cents divided among twelve months by their weights: to the cent, and none of it lost. Weights of nothing divide it evenly.
 */
export const phaseGoal = (amount: bigint, weights: readonly bigint[]): bigint[] => {
  const total = weights.reduce((sum, weight) => sum + weight, 0n)
  if (total === 0n)
    return phaseGoal(
      amount,
      weights.map(() => 1n),
    )
  let weighed = 0n
  return weights.map((weight) => {
    const before = (amount * weighed) / total
    weighed += weight
    return (amount * weighed) / total - before
  })
}

/** How much of a year is over: its months that are, and of the one that runs the days, today included. */
export type YearClock = {
  /** The last day that counts; of a year to come the day before it. */
  through: string
  wholeMonths: number
  day: number
  daysOfMonth: number
}

/** Of a year that is over all of it, of one to come nothing. */
export const readYearClock = (year: number, today: string): YearClock => {
  const thisYear = Number(today.slice(0, 4))
  if (year < thisYear) return { through: `${year}-12-31`, wholeMonths: 12, day: 0, daysOfMonth: 31 }
  if (year > thisYear) return { through: `${year - 1}-12-31`, wholeMonths: 0, day: 0, daysOfMonth: 31 }
  return {
    through: today,
    wholeMonths: Number(today.slice(5, 7)) - 1,
    day: Number(today.slice(8)),
    daysOfMonth: Number(getMonthEnd(today).slice(8)),
  }
}

/** Of twelve months in cents, what falls before the end of a day: whole months, and of the one that runs its days so far, rounded to the cent. */
export const sumGoalToDate = (months: readonly bigint[], { wholeMonths, day, daysOfMonth }: YearClock): bigint => {
  const whole = months.slice(0, wholeMonths).reduce((sum, month) => sum + month, 0n)
  const running = (months[wholeMonths] ?? 0n) * BigInt(day)
  const days = BigInt(daysOfMonth)
  return whole + (2n * running + days) / (2n * days)
}

/** What a year comes to at the pace so far, rounded to the cent; null where none of the goal is due yet. */
export const calculateRunRate = (achieved: bigint, amount: bigint, toDate: bigint): bigint | null => {
  if (toDate <= 0n) return null
  const product = achieved * amount
  const size = (2n * (product < 0n ? -product : product) + toDate) / (2n * toDate)
  return product < 0n ? -size : size
}
