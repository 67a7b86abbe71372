import { type DayNumber, monthLength, parseDay, shiftDay, toCivilDate, toDayNumber, toIsoDate } from './calendar.ts'

/** Both ends are in. */
export type DayRange = { from: string; to: string }

export type FigurePeriod = DayRange & {
  /** The range has not ended before today: what it says can still change. */
  isUntilNow: boolean
  /** The range of the same length that ends the day before it begins; of a month that runs, the same days of the month before. */
  before: DayRange
  /** The same days one year earlier. */
  yearBefore: DayRange
}

/** A day of a month, or its last one where it has no such day. */
const clipDay = (year: number, month: number, day: number): DayNumber =>
  toDayNumber(year, month, Math.min(day, monthLength(year, month)))

const toYearBefore = (day: string): string => {
  const { year, month, day: ofMonth } = toCivilDate(parseDay(day))
  return toIsoDate(clipDay(year - 1, month, ofMonth))
}

const toMonthBefore = (day: string): string => {
  const { year, month, day: ofMonth } = toCivilDate(parseDay(day))
  return toIsoDate(month === 1 ? clipDay(year - 1, 12, ofMonth) : clipDay(year, month - 1, ofMonth))
}

const buildPeriod = (range: DayRange, today: string, before: DayRange): FigurePeriod => ({
  ...range,
  isUntilNow: range.to >= today,
  before,
  yearBefore: { from: toYearBefore(range.from), to: toYearBefore(range.to) },
})

/** The range of as many days that ends the day before this one begins. */
const findRangeBefore = ({ from, to }: DayRange): DayRange => {
  const days = parseDay(to) - parseDay(from) + 1
  return { from: shiftDay(from, -days), to: shiftDay(from, -1) }
}

/** The ranges that figures are asked for by name: the day before, the seven days before, and the month that runs, up to today. */
export const namedFigureRanges = ['yesterday', 'week', 'month'] as const
export type NamedFigureRange = (typeof namedFigureRanges)[number]

const buildNamedRange = (name: Exclude<NamedFigureRange, 'month'>, today: string): DayRange => {
  const yesterday = shiftDay(today, -1)
  return name === 'yesterday' ? { from: yesterday, to: yesterday } : { from: shiftDay(today, -7), to: yesterday }
}

/** A range with what it is compared with, as of the business date `today`. Days are 'YYYY-MM-DD'; `from` isn't after `to`. */
export const buildFigurePeriod = (range: NamedFigureRange | DayRange, today: string): FigurePeriod => {
  if (range === 'month') {
    const from = `${today.slice(0, 7)}-01`
    return buildPeriod({ from, to: today }, today, { from: toMonthBefore(from), to: toMonthBefore(today) })
  }
  const days = typeof range === 'string' ? buildNamedRange(range, today) : range
  return buildPeriod(days, today, findRangeBefore(days))
}
