import { addMonths, parseDay, toIsoDate } from '#rules/calendar.ts'
import type { DayRange } from '#rules/figure-period.ts'
import type { FigureChoice } from '#web/domain/figures/figure-choice.ts'

/** The ranges that a study is looked at by, beside days of one's own. */
export const marginPeriods = ['month', 'lastMonth', 'lastQuarter', 'yearToDate', 'lastYear', 'custom'] as const
export type MarginPeriod = (typeof marginPeriods)[number]

const toMonthStart = (day: string): string => `${day.slice(0, 7)}-01`
const shiftMonths = (day: string, months: number): string => toIsoDate(addMonths(parseDay(day), months))
const toDayBefore = (day: string): string => toIsoDate(parseDay(day) - 1)

/** The days of a named range, as of today; those of a month that runs are the figures' own. */
export const buildMarginPeriod = (period: Exclude<MarginPeriod, 'month' | 'custom'>, today: string): DayRange => {
  const month = toMonthStart(today)
  const year = `${today.slice(0, 4)}-01-01`
  const quarter = shiftMonths(month, -((Number(today.slice(5, 7)) - 1) % 3))
  if (period === 'lastMonth') return { from: shiftMonths(month, -1), to: toDayBefore(month) }
  if (period === 'lastQuarter') return { from: shiftMonths(quarter, -3), to: toDayBefore(quarter) }
  if (period === 'yearToDate') return { from: year, to: today }
  return { from: shiftMonths(year, -12), to: toDayBefore(year) }
}

/** Which of them the choice of figures is; null of a range that the study doesn't name. */
export const findMarginPeriod = ({ range, from, to }: FigureChoice, today: string): MarginPeriod | null => {
  if (range === 'month') return 'month'
  if (range !== 'custom') return null
  const named = (['lastMonth', 'lastQuarter', 'yearToDate', 'lastYear'] as const).find((period) => {
    const days = buildMarginPeriod(period, today)
    return days.from === from && days.to === to
  })
  return named ?? 'custom'
}
