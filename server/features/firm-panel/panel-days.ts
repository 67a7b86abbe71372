import { figureSeriesMonths } from '#contract/figures/keys.ts'
import { addMonths, getMonthEnd, parseDay, toIsoDate } from '#rules/calendar.ts'
import { buildFigurePeriod } from '#rules/figure-period.ts'

export type PanelMonth = { month: string; through: string }

/** The days that the panel looks at, as of a business date. */
export type PanelDays = {
  today: string
  /** The same day of the month before, and of the year before. */
  monthBefore: string
  yearBefore: string
  /** The first day of the month that runs, and of those that it is compared with. */
  starts: { month: string; monthBefore: string; yearBefore: string }
  /** Two years, the oldest first; the last month ends today. */
  months: PanelMonth[]
  /** Every day of them once, in order. */
  all: string[]
}

const listMonths = (today: string): PanelMonth[] => {
  const running = parseDay(`${today.slice(0, 7)}-01`)
  return Array.from({ length: figureSeriesMonths }, (_, at) => {
    const month = toIsoDate(addMonths(running, at + 1 - figureSeriesMonths))
    const end = getMonthEnd(month)
    return { month, through: end < today ? end : today }
  })
}

/** The days whose balances the panel compares: ends of the last months, of the month before, the same month a year ago, and today. */
export const getPanelDays = (today: string): PanelDays => {
  const { from, before, yearBefore } = buildFigurePeriod('month', today)
  const months = listMonths(today)
  const days = [...months.map(({ through }) => through), before.to, yearBefore.to, today]
  return {
    today,
    monthBefore: before.to,
    yearBefore: yearBefore.to,
    starts: { month: from, monthBefore: before.from, yearBefore: yearBefore.from },
    months,
    all: [...new Set(days)].sort(),
  }
}
