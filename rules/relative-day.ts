import { isRelativeDay } from '#contract/core/relative-day.ts'
import { type DayNumber, monthLength, parseDay, toCivilDate, toDayNumber, toIsoDate, weekday } from './calendar.ts'

type Span = { start: DayNumber; end: DayNumber }

/** So many months from the month that `day` is in, beginning at a multiple of them in the year; `back` of these spans before. */
const buildMonthSpan = (day: DayNumber, months: number, back: number): Span => {
  const { year, month } = toCivilDate(day)
  const first = year * 12 + Math.floor((month - 1) / months) * months - back * months
  const last = first + months - 1
  const lastYear = Math.floor(last / 12)
  const lastMonth = (last % 12) + 1
  return {
    start: toDayNumber(Math.floor(first / 12), (first % 12) + 1, 1),
    end: toDayNumber(lastYear, lastMonth, monthLength(lastYear, lastMonth)),
  }
}

const buildWeekSpan = (day: DayNumber, back: number): Span => {
  const start = day - ((weekday(day) + 6) % 7) - back * 7
  return { start, end: start + 6 }
}

const monthsOfSpan = { month: 1, quarter: 3, year: 12 } as const

/** The day 'YYYY-MM-DD' that a filter's day is as of `today`; one of the calendar is itself. */
export const resolveFilterDay = (text: string, today: string): string => {
  if (!isRelativeDay(text)) return text
  const day = parseDay(today)
  const shift = /^today(?:(Plus|Minus)(\d+))?$/.exec(text)
  if (shift) return toIsoDate(day + (shift[1] === 'Minus' ? -1 : 1) * Number(shift[2] ?? 0))
  const [, previous, unit = '', edge] = /^(previous)?([A-Za-z]+?)(Start|End)$/.exec(text)!
  const back = previous ? 1 : 0
  const name = unit.toLowerCase()
  const span = name === 'week' ? buildWeekSpan(day, back) : buildMonthSpan(day, monthsOfSpan[name as 'month'], back)
  return toIsoDate(edge === 'Start' ? span.start : span.end)
}
