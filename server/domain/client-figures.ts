import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { addMonths, parseDay, toIsoDate } from '#rules/calendar.ts'
import type { DayRange } from '#rules/figure-period.ts'
import { type FigureRequest, selectClientsOn } from '#server/domain/figure-scope.ts'

/** Whoever was erased is nobody's client any more; those with an active account were not. */
const selectKeptClients = (request: FigureRequest, day: string) =>
  selectClientsOn(request, day)
    .where(sql<SqlBool>`not exists (select from client e where e.id = c.client_id and e.erased_at is not null)`)
    .select(['c.clientId as id', 'c.clientId', sql<string | null>`null::bigint`.as('accountId')])
    .select(sql<string | null>`null::numeric(18, 2)`.as('amount'))

/** What is told of a client belongs to whoever looks after them today. */
const selectCurrentClients = (request: FigureRequest) => selectKeptClients(request, request.ctx.businessDate)

const kindSql = sql<string>`case when c.is_company then 'company' else 'person' end`

/** Clients by the day, with whoever looked after them then. */
export const selectClientRows = (request: FigureRequest): Expression<unknown> =>
  selectKeptClients(request, request.to)
    .where('c.registeredOn', '<=', request.to)
    .select(['c.registeredOn as day', kindSql.as('part')])

/** Those of them whom whoever looks after them today had registered by the day. */
export const selectCurrentClientRows = (request: FigureRequest): Expression<unknown> =>
  selectCurrentClients(request)
    .where('c.registeredOn', '<=', request.to)
    .select(['c.registeredOn as day', kindSql.as('part')])

/** Clients registered from the first to the last day, both included; `part` is their kind. */
export const selectRegisteredClientRows = (request: FigureRequest): Expression<unknown> =>
  selectCurrentClients(request)
    .where('c.registeredOn', '>=', request.from)
    .where('c.registeredOn', '<=', request.to)
    .select(['c.registeredOn as day', kindSql.as('part')])

/** People with an active account whose document ended before the day; permanent ones never end. */
export const selectExpiredIdRows = (request: FigureRequest): Expression<unknown> =>
  selectCurrentClients(request)
    .where('c.activeAccounts', '>', 0)
    .where('c.isCompany', '=', false)
    .where('c.dniValidUntil', '<', request.to)
    .select(['c.dniValidUntil as day', sql<string>`'person'`.as('part')])

/** The first birthday of somebody born on a day from another day on; the day of one's birth is none. */
export const nextBirthdaySql = (born: RawBuilder<unknown>, from: string): RawBuilder<string> => {
  const birthdaySql = (years: RawBuilder<number>) => sql<string>`(${born} + make_interval(years => ${years}))::date`
  const years = sql<number>`(extract(year from ${from}::date) - extract(year from ${born}))::int`
  return birthdaySql(sql<number>`greatest(${years} + (${birthdaySql(years)} < ${from}::date)::int, 1)`)
}

/** Narrows to birthdays on a day of the year in the range, by index; in a range of a year each is. */
export const isOnDayOfYearSql = (born: RawBuilder<unknown>, { from, to }: DayRange): RawBuilder<SqlBool> => {
  if (toIsoDate(addMonths(parseDay(from), 12)) <= to) return sql<SqlBool>`true`
  const birthday = sql<number>`birthday_of(${born})`
  const toDayOfYear = (day: string): number => Number(day.slice(5).replace('-', ''))
  const first = toDayOfYear(from)
  const last = toDayOfYear(to)
  // Who was born on 29 February has the 28th in other years.
  const around =
    first <= last
      ? sql`${birthday} between ${first} and ${last}`
      : sql`(${birthday} >= ${first} or ${birthday} <= ${last})`
  return sql<SqlBool>`(${around} or ${birthday} = 229)`
}

const bornSql = sql`client.birth_date`

/** People with an active account whose birthday is in the range; in a range of years the first one. Of who was born on 29 February the 28th in other years. */
export const selectBirthdayRows = (request: FigureRequest): Expression<unknown> => {
  const day = nextBirthdaySql(bornSql, request.from)
  return selectCurrentClients(request)
    .innerJoin('client', 'client.id', 'c.clientId')
    .where('c.activeAccounts', '>', 0)
    .where('client.kind', '=', 'person')
    .where(isOnDayOfYearSql(bornSql, request))
    .where(sql<SqlBool>`${day} <= ${request.to}::date`)
    .select([day.as('day'), sql<string>`'person'`.as('part')])
}
