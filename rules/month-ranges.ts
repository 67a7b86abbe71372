import { getMonthEnd, shiftDay } from './calendar.ts'
import type { DayRange } from './figure-period.ts'

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
  const first = isFromWhole ? from : shiftDay(getMonthEnd(from), 1)
  const last = isToWhole ? getMonthEnd(to) : shiftDay(`${to.slice(0, 7)}-01`, -1)
  if (first > last) return { months: null, more: [{ from, to }], less: [] }
  return {
    months: { from: first, to: last },
    more: [
      ...(isFromWhole ? [] : [{ from, to: shiftDay(first, -1) }]),
      ...(isToWhole ? [] : [{ from: shiftDay(last, 1), to }]),
    ],
    less: last > to ? [{ from: shiftDay(to, 1), to: last }] : [],
  }
}
