import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { addMonths, isoDay, parseDay } from '#rules/calendar.ts'

/** The last day in which nothing is booked any more; null while no month was ever closed. */
export const findClosedThrough = async (db: Kysely<DB>): Promise<string | null> => {
  const { closedThrough } = await db
    .selectFrom('ledgerPeriod')
    .select(sql<string>`closed_through::text`.as('closedThrough'))
    .executeTakeFirstOrThrow()
  return closedThrough === '-infinity' ? null : closedThrough
}

export const monthOf = (day: string): string => `${day.slice(0, 7)}-01`
export const nextMonth = (month: string): string => isoDay(addMonths(parseDay(month), 1))
/** The last day of the month that begins there. */
export const endOf = (month: string): string => isoDay(parseDay(nextMonth(month)) - 1)
export const dayBefore = (month: string): string => isoDay(parseDay(month) - 1)

/** The months of both days and those between. */
export const monthsBetween = (from: string, to: string): string[] => {
  const months: string[] = []
  for (let month = monthOf(from); month <= to; month = nextMonth(month)) months.push(month)
  return months
}
