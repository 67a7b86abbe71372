import { type DayNumber, isLeap, monthLength, toCivilDate, toDayNumber, weekday } from './calendar.ts'

const weekdayNames = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** The parts of a rule by their names, each as it has to be written. */
export type RuleParts = ReadonlyMap<string, string>

/** A weekday, and which of its month or year, from the end where negative; zero: each. */
type NthWeekday = { weekday: number; place: number }
type Day = { number: DayNumber; year: number; month: number; day: number; weekday: number }
type Period = { from: DayNumber; to: DayNumber }

const getYearLength = (year: number): number => (isLeap(year) ? 366 : 365)
const toDay = (number: DayNumber): Day => ({ number, ...toCivilDate(number), weekday: weekday(number) })

const readNumbers = (parts: RuleParts, name: string): number[] | undefined => parts.get(name)?.split(',').map(Number)
const readWeekdays = (parts: RuleParts): NthWeekday[] | undefined =>
  parts
    .get('BYDAY')
    ?.split(',')
    .map((one) => ({ weekday: weekdayNames.indexOf(one.slice(-2)), place: Number(one.slice(0, -2)) }))

/** Whether a list has that place, from one on, of so many; negative ones count from the end. */
const hasPlace = (list: readonly number[], place: number, of: number): boolean =>
  list.includes(place) || list.includes(place - of - 1)

const getWeekStart = (number: DayNumber, firstWeekday: number): DayNumber =>
  number - ((weekday(number) - firstWeekday + 7) % 7)

/** The first week of a year is that with its fourth of January; a day belongs to one of the weeks of its year or of one beside it. */
const isInWeeks = ({ number, year }: Day, weeks: readonly number[], firstWeekday: number): boolean => {
  const getFirstWeek = (of: number): DayNumber => getWeekStart(toDayNumber(of, 1, 4), firstWeekday)
  const weekYear = [year + 1, year].find((one) => getFirstWeek(one) <= number) ?? year - 1
  const first = getFirstWeek(weekYear)
  return hasPlace(weeks, Math.floor((number - first) / 7) + 1, (getFirstWeek(weekYear + 1) - first) / 7)
}

const isNthWeekday = ({ weekday: named, place }: NthWeekday, day: Day, within: Period): boolean => {
  if (day.weekday !== named) return false
  const before = Math.floor((day.number - within.from) / 7)
  const after = Math.floor((within.to - 1 - day.number) / 7)
  return place === 0 || hasPlace([place], before + 1, before + after + 1)
}

const getMonth = (year: number, month: number): Period => {
  const from = toDayNumber(year, month, 1)
  return { from, to: from + monthLength(year, month) }
}
const getYear = (year: number): Period => {
  const from = toDayNumber(year, 1, 1)
  return { from, to: from + getYearLength(year) }
}

/** What a rule doesn't say is as in its start (RFC 5545, 3.3.10). */
const addFromStart = (parts: RuleParts, start: Day): RuleParts => {
  const isStated = ['BYDAY', 'BYMONTHDAY', 'BYYEARDAY', 'BYWEEKNO'].some((name) => parts.has(name))
  const freq = parts.get('FREQ')
  if (isStated || freq === 'DAILY') return parts
  if (freq === 'WEEKLY') return new Map([...parts, ['BYDAY', weekdayNames[start.weekday]!]])
  const month: [string, string][] = freq === 'YEARLY' && !parts.has('BYMONTH') ? [['BYMONTH', String(start.month)]] : []
  return new Map([...parts, ...month, ['BYMONTHDAY', String(start.day)]])
}

/** Whether a day is one of those that the rule names, whichever of them are taken in the end. */
const buildDayTest = (parts: RuleParts, firstWeekday: number): ((day: Day) => boolean) => {
  const months = readNumbers(parts, 'BYMONTH')
  const monthDays = readNumbers(parts, 'BYMONTHDAY')
  const yearDays = readNumbers(parts, 'BYYEARDAY')
  const weeks = readNumbers(parts, 'BYWEEKNO')
  const weekdays = readWeekdays(parts)
  const isByMonth = parts.get('FREQ') !== 'YEARLY' || months !== undefined
  return (day) => {
    const { number, year, month } = day
    if (months && !months.includes(month)) return false
    if (monthDays && !hasPlace(monthDays, day.day, monthLength(year, month))) return false
    if (yearDays && !hasPlace(yearDays, number - toDayNumber(year, 1, 1) + 1, getYearLength(year))) return false
    if (weeks && !isInWeeks(day, weeks, firstWeekday)) return false
    const within = isByMonth ? getMonth(year, month) : getYear(year)
    return !weekdays || weekdays.some((one) => isNthWeekday(one, day, within))
  }
}

/** The n-th stretch of the rule's frequency and interval, that of its start being the first. */
const buildPeriods = (parts: RuleParts, start: Day, firstWeekday: number): ((n: number) => Period) => {
  const interval = Number(parts.get('INTERVAL') ?? 1)
  const week = getWeekStart(start.number, firstWeekday)
  const months = start.year * 12 + start.month - 1
  const periods: Readonly<Record<string, (steps: number) => Period>> = {
    DAILY: (steps) => ({ from: start.number + steps, to: start.number + steps + 1 }),
    WEEKLY: (steps) => ({ from: week + 7 * steps, to: week + 7 * steps + 7 }),
    MONTHLY: (steps) => getMonth(Math.floor((months + steps) / 12), ((months + steps) % 12) + 1),
    YEARLY: (steps) => getYear(start.year + steps),
  }
  const get = periods[parts.get('FREQ')!]!
  return (n) => get(n * interval)
}

/** The days that a rule (RFC 5545, 3.3.10) has from its start to the last one, in order, each once; how many of them count is left to the caller. */
export function* walkRuleDays(parts: RuleParts, startsOn: DayNumber, lastOn: DayNumber): Generator<DayNumber> {
  const start = toDay(startsOn)
  const firstWeekday = weekdayNames.indexOf(parts.get('WKST') ?? 'MO')
  const whole = addFromStart(parts, start)
  const isNamed = buildDayTest(whole, firstWeekday)
  const getPeriod = buildPeriods(whole, start, firstWeekday)
  const positions = readNumbers(whole, 'BYSETPOS')
  for (let n = 0; ; n += 1) {
    const { from, to } = getPeriod(n)
    if (from > lastOn) return
    const days = Array.from({ length: to - from }, (_, at) => toDay(from + at)).filter(isNamed)
    for (const [at, { number }] of days.entries())
      if (number >= startsOn && number <= lastOn && (!positions || hasPlace(positions, at + 1, days.length)))
        yield number
  }
}
