import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type FigureRequest, selectClientsOn } from '#server/domain/figure-scope.ts'

const selectKeptClients = (request: FigureRequest, day: string) =>
  selectClientsOn(request, day)
    .innerJoin('client', 'client.id', 'c.clientId')
    .where('client.erasedAt', 'is', null)
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

const birthdaySql = (years: RawBuilder<number>) =>
  sql<string>`(client.birth_date + make_interval(years => ${years}))::date`

/** How old one becomes on the first birthday from a day on; the day of one's birth is none. */
const nextAgeSql = (from: string): RawBuilder<number> => {
  const years = sql<number>`(extract(year from ${from}::date) - extract(year from client.birth_date))::int`
  return sql<number>`greatest(${years} + (${birthdaySql(years)} < ${from}::date)::int, 1)`
}

/** People with an active account whose birthday is in the range; in a range of years the first one. Of who was born on 29 February the 28th in other years. */
export const selectBirthdayRows = (request: FigureRequest): Expression<unknown> => {
  const day = birthdaySql(nextAgeSql(request.from))
  return selectCurrentClients(request)
    .where('c.activeAccounts', '>', 0)
    .where('client.kind', '=', 'person')
    .where('client.birthDate', 'is not', null)
    .where(sql<SqlBool>`${day} <= ${request.to}::date`)
    .select([day.as('day'), sql<string>`'person'`.as('part')])
}
