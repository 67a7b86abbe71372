import { type DayNumber, toDayNumber, toIsoDate, weekday } from './calendar.ts'

export type CountryCode = 'ES' | 'PT' | 'MX'

/** Easter Sunday of the Gregorian calendar (the algorithm of Meeus, Jones and Butcher). */
const calculateEaster = (year: number): DayNumber => {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const sum = h + l - 7 * m + 114
  return toDayNumber(year, Math.floor(sum / 31), (sum % 31) + 1)
}

/** The nth Monday of a month. */
const findNthMonday = (year: number, month: number, nth: number): DayNumber => {
  const first = toDayNumber(year, month, 1)
  return first + ((8 - weekday(first)) % 7) + 7 * (nth - 1)
}

const fixedHolidays: Record<CountryCode, readonly (readonly [month: number, day: number])[]> = {
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

const movableHolidays: Record<CountryCode, (year: number) => readonly DayNumber[]> = {
  ES: (year) => [calculateEaster(year) - 2],
  PT: (year) => [calculateEaster(year) - 2, calculateEaster(year), calculateEaster(year) + 60],
  // The day on which a president takes office, every sixth year.
  MX: (year) => [
    findNthMonday(year, 2, 1),
    findNthMonday(year, 3, 3),
    findNthMonday(year, 11, 3),
    ...(year % 6 === 2 ? [toDayNumber(year, year >= 2024 ? 10 : 12, 1)] : []),
  ],
}

/** A list of days by country and year, made once. */
const memoizeHolidays = (list: (country: CountryCode, year: number) => readonly DayNumber[]) => {
  const known = new Map<string, ReadonlySet<DayNumber>>()
  return (country: CountryCode, year: number): ReadonlySet<DayNumber> => {
    const key = `${country}${year}`
    const days = known.get(key) ?? new Set(list(country, year))
    known.set(key, days)
    return days
  }
}

/** The days of a year on which the whole country rests, whatever weekday they fall on. Offices and tax offices close; banks go by `getBankHolidays`. */
export const getNationalHolidays = memoizeHolidays((country, year) => [
  ...fixedHolidays[country].map(([month, day]) => toDayNumber(year, month, day)),
  ...movableHolidays[country](year),
])

/**
 * The days of a year, weekends aside, on which no payment is settled: in Spain and Portugal those of T2 (TARGET), the same in all of the euro
 * area and others than the national ones; in Mexico those that the CNBV sets each year for banks, which Banco de México follows.
 */
const getBankHolidays = memoizeHolidays((country, year) =>
  country === 'MX'
    ? [
        ...getNationalHolidays('MX', year),
        calculateEaster(year) - 3,
        calculateEaster(year) - 2,
        toDayNumber(year, 11, 2),
        toDayNumber(year, 12, 12),
      ]
    : [
        toDayNumber(year, 1, 1),
        toDayNumber(year, 5, 1),
        toDayNumber(year, 12, 25),
        toDayNumber(year, 12, 26),
        calculateEaster(year) - 2,
        calculateEaster(year) + 1,
      ],
)

const isWeekend = (day: DayNumber): boolean => [0, 6].includes(weekday(day))
const getYear = (day: DayNumber): number => Number(toIsoDate(day).slice(0, 4))

/** Why no payment is settled on a day; null: it is. */
export const findBankClosure = (country: CountryCode, day: DayNumber): 'weekend' | 'holiday' | null =>
  isWeekend(day) ? 'weekend' : getBankHolidays(country, getYear(day)).has(day) ? 'holiday' : null

/**
 * The day itself, or the next one on which the country's banks settle payments.
 * See docs/decisions/0074-payment-days.md
 */
export const nextBusinessDay = (country: CountryCode, day: DayNumber): DayNumber => {
  let next = day
  while (findBankClosure(country, next)) next++
  return next
}

/** The day itself, or the next one on which the country's offices are open. */
export const nextWorkingDay = (country: CountryCode, day: DayNumber): DayNumber => {
  let next = day
  while (isWeekend(next) || getNationalHolidays(country, getYear(next)).has(next)) next++
  return next
}

/** So many days before a day on which the country's banks settle payments. */
export const businessDaysBefore = (country: CountryCode, day: DayNumber, count: number): DayNumber => {
  let before = day
  for (let left = count; left > 0; ) if (!findBankClosure(country, --before)) left--
  return before
}
