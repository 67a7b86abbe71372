import { getMonthEnd } from './calendar.ts'
import { readYearClock, type YearClock } from './goal-phasing.ts'

/** The days of a month or a year that count, and how much of its months they are. */
export type ModelPeriod = {
  year: number
  /** The first of its months, from 1. */
  firstMonth: number
  from: string
  /** The last day that counts; one before `from` where nothing of it has begun. */
  through: string
  clock: YearClock
}

/** A month ('YYYY-MM') or a year ('YYYY') up to today; the month that runs where none is said. */
export const readModelPeriod = (period: string | undefined, today: string): ModelPeriod => {
  const [text, monthText] = (period ?? today.slice(0, 7)).split('-')
  const year = Number(text)
  const clock = readYearClock(year, today)
  if (monthText === undefined) return { year, firstMonth: 1, from: `${year}-01-01`, through: clock.through, clock }
  const month = Number(monthText)
  const from = `${year}-${monthText}-01`
  const end = getMonthEnd(from)
  if (end < today)
    return { year, firstMonth: month, from, through: end, clock: { ...clock, wholeMonths: month, day: 0 } }
  if (from > today)
    return { year, firstMonth: month, from, through: today, clock: { ...clock, wholeMonths: month - 1, day: 0 } }
  return { year, firstMonth: month, from, through: today, clock }
}
