import { figureSeriesMonths } from '#contract/figures/keys.ts'
import { addMonths, getMonthEnd, parseDay, toIsoDate } from '#rules/calendar.ts'
import type { FigureChoice } from '#web/domain/figures/figure-choice.ts'

/** More points than that nobody reads: of a longer range the last ones are shown. */
const maxMonths = 120

/** The first days of the months of a range of one's own, else of the last two years, up to the one that runs. */
export const listFigureMonths = ({ range, from, to }: FigureChoice, today: string): string[] => {
  const last = range === 'custom' && to && to < today ? to : today
  const end = `${last.slice(0, 7)}-01`
  const first =
    range === 'custom' && from ? `${from.slice(0, 7)}-01` : toIsoDate(addMonths(parseDay(end), 1 - figureSeriesMonths))
  const months: string[] = []
  for (let month = first; month <= end; month = toIsoDate(addMonths(parseDay(month), 1))) months.push(month)
  return months.length > 0 ? months.slice(-maxMonths) : [end]
}

/** The last day of a month that counts: its end, or today. */
export const findMonthEnd = (month: string, today: string): string => {
  const end = getMonthEnd(month)
  return end < today ? end : today
}
