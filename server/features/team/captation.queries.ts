import { type SqlBool, sql } from 'kysely'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { listCaptation } from '#contract/team.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { orderBy, windowOf } from '#server/core/paging.ts'
import { fullName } from '#server/domain/client-columns.ts'
import { visibleClients } from '#server/domain/visibility.ts'
import { captationOf } from './figures.ts'
import { findMembers, periodsOf } from './people.ts'

type Params = Parsed<typeof listCaptation.page>['params']
type Filters = Parsed<typeof listCaptation.count>['query']
type Direction = 'asc' | 'desc'

/** Whose it is, and since when. Throws 404 for whom the caller doesn't see. */
const scopeOf = async (ctx: Ctx, { employeeId }: Params, { period = 'month', view = 'individual' }: Filters) => ({
  people: await findMembers(ctx, employeeId, view),
  since: periodsOf(ctx.businessDate)[period],
})

type Scope = Awaited<ReturnType<typeof scopeOf>>

/** Those of them who have any: of few people's rows nobody looks for the others. */
const whoHasAny = async (ctx: Ctx, scope: Scope): Promise<Scope> => {
  const found = await ctx.db
    .selectFrom(sql<{ managerId: string }>`(${captationOf(scope.people, scope.since, ctx.businessDate)})`.as('c'))
    .select('c.managerId')
    .distinct()
    .execute()
  return { ...scope, people: found.map(({ managerId }) => managerId) }
}

/** The journals that are credited to these people, found in the index alone: of one, in the index of each; of many, in that of all. */
const journals = ({ businessDate }: Ctx, { people, since }: Scope) => sql`
  select j.id, j.booking_date, j.credited_to, j.kind from journal j
   where ${people.length === 1 ? sql`j.credited_to = ${people[0]}` : sql`j.credited_to = any (${people}::bigint[])`} and j.booking_date >= ${since}::date
     and j.booking_date < date_trunc('month', ${businessDate}::date) + interval '1 month'`

const sortColumns = { bookingDate: 'j.booking_date' }

type Chosen = {
  id: string
  bookingDate: string
  creditedTo: string
  kind: Answer<typeof listCaptation.page>['rows'][number]['kind']
}

/** Clients whose page the caller may open. */
const openable = (ctx: Ctx) => {
  const { rights } = ctx.person
  const reaches = rights.reachOf('bt_Clientes', 'view')
  return visibleClients({ db: ctx.db, reaches })
    .where('c.clientId', '=', sql.ref<string>('client.id'))
    .where(sql<SqlBool>`${rights.may('bt_Clientes', 'view')}`)
    .select('c.clientId')
}

const withRows = (ctx: Ctx, chosen: ReturnType<typeof journals>, direction: Direction) =>
  ctx.db
    .selectFrom(sql<Chosen>`(${chosen})`.as('j'))
    .innerJoin('posting as p', (join) => join.onRef('p.journalId', '=', 'j.id').on('p.ledger', '=', sql.lit(3)))
    .innerJoin('account as a', 'a.id', 'p.accountId')
    .innerJoin('client', 'client.id', 'a.clientId')
    .innerJoin('employee as e', 'e.id', 'j.creditedTo')
    .select((eb) => [
      'j.id',
      'j.bookingDate',
      eb.selectFrom(openable(ctx).as('open')).select('open.clientId').as('clientId'),
      'client.cvl as clientCvl',
      fullName('client').as('clientName'),
      'a.number as accountNumber',
      'j.kind',
      fullName('e').as('creditedTo'),
      sql<string>`-p.amount`.as('amount'),
    ])
    .orderBy(sql`j.booking_date ${sql.raw(direction)}, j.id ${sql.raw(direction)}`)

/** One page of what the figure is made of. */
export const findCaptation = async (
  ctx: Ctx,
  { params, query }: Parsed<typeof listCaptation.page>,
): Promise<Answer<typeof listCaptation.page>> => {
  const { page, pageSize, knownTotal, sort, direction, ...filters } = query
  const { offset, limit, backwards } = windowOf({ page, pageSize, knownTotal, sort, direction })
  const scope = await whoHasAny(ctx, await scopeOf(ctx, params, filters))
  if (scope.people.length === 0) return { rows: [] }
  const inOrder = orderBy({ sort, direction }, sortColumns, 'j.id', backwards)
  const chosen = sql`${journals(ctx, scope)} order by ${inOrder} limit ${limit} offset ${offset}`
  return { rows: await withRows(ctx, chosen, direction).execute() }
}

/** The figure itself, from the same totals as the card; and how many rows it has. */
export const countCaptation = async (ctx: Ctx, params: Params, filters: Filters) => {
  const { people, since } = await scopeOf(ctx, params, filters)
  const { total, ...totals } = await ctx.db
    .selectFrom(
      sql<{ came: string; went: string; movements: string }>`(${captationOf(people, since, ctx.businessDate)})`.as('c'),
    )
    .select([
      sql<number>`coalesce(sum(movements), 0)::int`.as('total'),
      sql<string>`(coalesce(sum(came), 0) / 100)::numeric(18, 2)`.as('gross'),
      sql<string>`(coalesce(sum(went), 0) / 100)::numeric(18, 2)`.as('out'),
      sql<string>`((coalesce(sum(came), 0) + coalesce(sum(went), 0)) / 100)::numeric(18, 2)`.as('net'),
    ])
    .executeTakeFirstOrThrow()
  return { total, totals }
}

/** All of it in the order of the screen, for the export. */
export const allCaptation = async (ctx: Ctx, params: Params, filters: Filters, direction: Direction) =>
  withRows(ctx, journals(ctx, await scopeOf(ctx, params, filters)), direction)
