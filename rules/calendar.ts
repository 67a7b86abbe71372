/** Days are counted from 1970-01-01; business dates never pass through a Date object. */
export type DayNumber = number

/** The number of a civil date (H. Hinnant's algorithm: years from March, so that the leap day is the last). */
export const toDayNumber = (year: number, month: number, day: number): DayNumber => {
  const y = month <= 2 ? year - 1 : year
  const era = Math.floor(y / 400)
  const yearOfEra = y - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  return era * 146097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719468
}

type CivilDate = { year: number; month: number; day: number }

/** The reverse of `toDayNumber`, by the same algorithm. Months and days count from 1. */
export const toCivilDate = (number: DayNumber): CivilDate => {
  const z = number + 719468
  const era = Math.floor(z / 146097)
  const dayOfEra = z - era * 146097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36524) - Math.floor(dayOfEra / 146096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const m = Math.floor((5 * dayOfYear + 2) / 153)
  const month = m < 10 ? m + 3 : m - 9
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * m + 2) / 5) + 1,
  }
}

export const parseDay = (date: string): DayNumber =>
  toDayNumber(Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8, 10)))

const isoDateCache = new Map<DayNumber, string>()

/** 'YYYY-MM-DD'. Remembered: ten million movements fall on three thousand days. */
export const toIsoDate = (number: DayNumber): string => {
  let text = isoDateCache.get(number)
  if (text === undefined) {
    const { year, month, day } = toCivilDate(number)
    text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
    isoDateCache.set(number, text)
  }
  return text
}

export const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
export const monthLength = (year: number, month: number): number =>
  month === 2 && isLeap(year) ? 29 : monthLengths[month - 1]!

/** The same day so many months on, clipped to the end of that month: January 31st and one month is February 28th or 29th. */
export const addMonths = (number: DayNumber, months: number): DayNumber => {
  const { year, month, day } = toCivilDate(number)
  const count = year * 12 + month - 1 + months
  const toYear = Math.floor(count / 12)
  const toMonth = (count % 12) + 1
  return toDayNumber(toYear, toMonth, Math.min(day, monthLength(toYear, toMonth)))
}

/** The last day that dates of four digits have. Its last hours may be moments of a year that nothing keeps. */
export const endOfCalendar: DayNumber = parseDay('9999-12-31')

/** 'YYYY-MM-DD' so many days on, or back. */
export const shiftDay = (date: string, days: number): string => toIsoDate(parseDay(date) + days)

/** The last day of the month of a date 'YYYY-MM-DD'. */
export const getMonthEnd = (date: string): string => {
  const { year, month } = toCivilDate(parseDay(date))
  return toIsoDate(toDayNumber(year, month, monthLength(year, month)))
}

/** 0 = Sunday. */
export const weekday = (number: DayNumber): number => (((number + 4) % 7) + 7) % 7

/** The day itself, or the Monday after a weekend. */
export const rollToWeekday = (number: DayNumber): DayNumber => {
  const w = weekday(number)
  return w === 6 ? number + 2 : w === 0 ? number + 1 : number
}
