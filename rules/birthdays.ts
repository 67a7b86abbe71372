import { parseDay, shiftDay, toIsoDate, weekday } from './calendar.ts'

/** A day, and the months and days of birth ('06-15') that are celebrated on it. Who was born on 29 February has the 28th in other years. */
export type Birthdays = { on: string; monthDays: string[] }

/** Whose birthday a day is (`YYYY-MM-DD`). */
export const getBirthdays = (on: string): Birthdays => {
  const isEndOfFebruary = on.endsWith('02-28') && !shiftDay(on, 1).endsWith('02-29')
  return { on, monthDays: [on.slice(5), ...(isEndOfFebruary ? ['02-29'] : [])] }
}

/** Those of today; on a Friday also of its Saturday and Sunday, when nobody works. */
export const listBirthdays = (today: string): Birthdays[] => {
  const first = parseDay(today)
  const days = weekday(first) === 5 ? [first, first + 1, first + 2] : [first]
  return days.map((day) => getBirthdays(toIsoDate(day)))
}
