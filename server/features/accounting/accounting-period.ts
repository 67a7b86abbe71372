import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { addMonths, parseDay, shiftDay, toIsoDate } from '#rules/calendar.ts'

/** The last day in which nothing is booked any more; null while no month was ever closed. */
export const findClosedThrough = async (db: Kysely<DB>): Promise<string | null> => {
  const { closedThrough } = await db
    .selectFrom('ledgerPeriod')
    .select(sql<string>`closed_through::text`.as('closedThrough'))
    .executeTakeFirstOrThrow()
  return closedThrough === '-infinity' ? null : closedThrough
}

export const toMonthStart = (day: string): string => `${day.slice(0, 7)}-01`
export const getNextMonth = (month: string): string => toIsoDate(addMonths(parseDay(month), 1))
export const getDayBefore = (month: string): string => shiftDay(month, -1)

/** The months of both days and those between. */
export const listMonthsBetween = (from: string, to: string): string[] => {
  const months: string[] = []
  for (let month = toMonthStart(from); month <= to; month = getNextMonth(month)) months.push(month)
  return months
}
