import { type Day, dayOf, isoDay, weekday } from './calendar.ts'

export type CountryCode = 'ES' | 'PT' | 'MX'

/** Easter Sunday of the Gregorian calendar (the algorithm of Meeus, Jones and Butcher). */
const easter = (year: number): Day => {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100]
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const sum = h + l - 7 * m + 114
  return dayOf(year, Math.floor(sum / 31), (sum % 31) + 1)
}

/** The nth Monday of a month. */
const monday = (year: number, month: number, nth: number): Day => {
  const first = dayOf(year, month, 1)
  return first + ((8 - weekday(first)) % 7) + 7 * (nth - 1)
}

const fixed: Record<CountryCode, readonly (readonly [month: number, day: number])[]> = {
  ES: [
    [1, 1],
    [1, 6],
    [5, 1],
    [8, 15],
    [10, 12],
    [11, 1],
    [12, 6],
    [12, 8],
    [12, 25],
  ],
  PT: [
    [1, 1],
    [4, 25],
    [5, 1],
    [6, 10],
    [8, 15],
    [10, 5],
    [11, 1],
    [12, 1],
    [12, 8],
    [12, 25],
  ],
  MX: [
    [1, 1],
    [5, 1],
    [9, 16],
    [12, 25],
  ],
}

const moving: Record<CountryCode, (year: number) => readonly Day[]> = {
  ES: (year) => [easter(year) - 2],
  PT: (year) => [easter(year) - 2, easter(year) + 60],
  // The day on which a president takes office, every sixth year.
  MX: (year) => [
    monday(year, 2, 1),
    monday(year, 3, 3),
    monday(year, 11, 3),
    ...(year % 6 === 2 ? [dayOf(year, year >= 2024 ? 10 : 12, 1)] : []),
  ],
}

const known = new Map<string, ReadonlySet<Day>>()

/** The days of a year on which the whole country rests, Sundays aside. */
export const nationalHolidays = (country: CountryCode, year: number): ReadonlySet<Day> => {
  const key = `${country}${year}`
  const days =
    known.get(key) ??
    new Set([...fixed[country].map(([month, day]) => dayOf(year, month, day)), ...moving[country](year)])
  known.set(key, days)
  return days
}

/** The day itself, or the next one that is neither of a weekend nor a holiday of the country. */
export const nextBusinessDay = (country: CountryCode, day: Day): Day => {
  const rests = (one: Day): boolean =>
    [0, 6].includes(weekday(one)) || nationalHolidays(country, Number(isoDay(one).slice(0, 4))).has(one)
  let next = day
  while (rests(next)) next++
  return next
}
