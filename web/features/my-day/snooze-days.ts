import { parseDay, toIsoDate, weekday } from '#rules/calendar.ts'

/** The day after, and Monday of the week after; on a Sunday both are the same. */
export const listSnoozeDays = (today: string, restDays: ReadonlySet<string>): { next: string; nextWeek: string } => {
  const first = parseDay(today)
  // Days of rest are known for a week; a week of them there is nowhere.
  const next = [1, 2, 3, 4, 5, 6].map((ahead) => toIsoDate(first + ahead)).find((day) => !restDays.has(day))
  const toMonday = (8 - weekday(first)) % 7 || 7
  return { next: next ?? toIsoDate(first + 1), nextWeek: toIsoDate(first + toMonday) }
}
