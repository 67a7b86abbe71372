import { getMonthEnd, parseDay, toIsoDate } from './calendar.ts'
import type { DayRange } from './figure-period.ts'

const addDays = (day: string, days: number): string => toIsoDate(parseDay(day) + days)

/**
 * Days as whole months, and what is to be added to them or taken away day by day. `today`: nothing is booked after it, so that what a month that runs has
 * too much is next to nothing.
 */
export const splitIntoMonths = (
  { from, to }: DayRange,
  today: string,
): { months: DayRange | null; more: DayRange[]; less: DayRange[] } => {
  const isFromWhole = from.endsWith('-01')
  const isToWhole = to >= today || to === getMonthEnd(to)
  const first = isFromWhole ? from : addDays(getMonthEnd(from), 1)
  const last = isToWhole ? getMonthEnd(to) : addDays(`${to.slice(0, 7)}-01`, -1)
  if (first > last) return { months: null, more: [{ from, to }], less: [] }
  return {
    months: { from: first, to: last },
    more: [
      ...(isFromWhole ? [] : [{ from, to: addDays(first, -1) }]),
      ...(isToWhole ? [] : [{ from: addDays(last, 1), to }]),
    ],
    less: last > to ? [{ from: addDays(to, 1), to: last }] : [],
  }
}
