import { type Expression, type SqlBool, sql } from 'kysely'
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

/** The birthday in a year: of who was born on 29 February the 28th in other years. */
const birthdayInRange = ({ from, to }: FigureRequest) => sql`(
  select (client.birth_date + make_interval(years => y - extract(year from client.birth_date)::int))::date as day
    from generate_series(extract(year from ${from}::date)::int, extract(year from ${to}::date)::int) y)`

/** People with an active account whose birthday is in the range; in a range of years the first one. */
export const selectBirthdayRows = (request: FigureRequest): Expression<unknown> =>
  selectCurrentClients(request)
    .innerJoinLateral(
      sql<{ day: string | null }>`(
        select min(b.day) as day from ${birthdayInRange(request)} b
         where b.day between ${request.from}::date and ${request.to}::date and b.day > client.birth_date)`.as('b'),
      (join) => join.onTrue(),
    )
    .where('c.activeAccounts', '>', 0)
    .where('client.kind', '=', 'person')
    .where('client.birthDate', 'is not', null)
    .where(sql<SqlBool>`b.day is not null`)
    .select(['b.day', sql<string>`'person'`.as('part')])
