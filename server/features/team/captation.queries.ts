import { type SqlBool, sql } from 'kysely'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { listCaptation } from '#contract/team.ts'
import { centsOf, moneyOf } from '#rules/cents.ts'
import { ledgers } from '#rules/ledgers.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { orderBy, windowOf } from '#server/core/paging.ts'
import { fullName } from '#server/domain/client-columns.ts'
import { visibleClients } from '#server/domain/visibility.ts'
import { captationOf } from './figures.ts'
import { findMembers, periodsOf } from './people.ts'

type Params = Parsed<typeof listCaptation.page>['params']
type Filters = Parsed<typeof listCaptation.count>['query']
type Direction = 'asc' | 'desc'

/** Whose it is, since when, and whether only what is unconfirmed or confirmed. Throws 404 for whom the caller doesn't see. */
const scopeOf = async (
  ctx: Ctx,
  { employeeId }: Params,
  { period = 'month', view = 'individual', unconfirmed }: Filters,
) => ({
  people: await findMembers(ctx, employeeId, view),
  since: periodsOf(ctx.businessDate)[period],
  unconfirmed,
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

/** Nothing has confirmed the journal `j`. */
const isUnconfirmed = sql`exists (select from unconfirmed_contribution u where u.journal_id = j.id)`

/** The journals that are credited to these people, found in the index alone: of one, in the index of each; of many, in that of all. */
const journals = ({ businessDate }: Ctx, { people, since, unconfirmed }: Scope) => sql`
  select j.id, j.booking_date, j.credited_to, j.kind from journal j
   where ${people.length === 1 ? sql`j.credited_to = ${people[0]}` : sql`j.credited_to = any (${people}::bigint[])`} and j.booking_date >= ${since}::date
     and j.booking_date < date_trunc('month', ${businessDate}::date) + interval '1 month'
     and ${unconfirmed === undefined ? sql`true` : sql`${isUnconfirmed} = ${unconfirmed}`}`

/** Of the gross of these people what nothing has confirmed: a few rows, looked up from them. */
const findUnconfirmed = async ({ db, businessDate }: Ctx, { people, since }: Scope) => {
  const { rows } = await sql<{ total: number; amount: string }>`
    select count(*)::int as total, coalesce(-sum(p.amount), 0)::numeric(18, 2)::text as amount
      from (select distinct u.journal_id from unconfirmed_contribution u) u
      join journal j on j.id = u.journal_id
      join posting p on p.journal_id = j.id and p.ledger = ${sql.lit(ledgers.capital)}
     where j.credited_to = any (${people}::bigint[]) and j.booking_date >= ${since}::date
       and j.booking_date < date_trunc('month', ${businessDate}::date) + interval '1 month'`.execute(db)
  return rows[0]!
}

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
    .innerJoin('posting as p', (join) =>
      join.onRef('p.journalId', '=', 'j.id').on('p.ledger', '=', sql.lit(ledgers.capital)),
    )
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

/** The figure itself, from the same totals as the card, and of how many rows it is. */
const findKept = async (ctx: Ctx, { people, since }: Scope) =>
  ctx.db
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

const minus = (one: string, other: string): string => moneyOf(centsOf(one) - centsOf(other))

/** The figure, how many rows it has, and how much of it nothing has confirmed; of a part of the rows, the same of that part. */
export const countCaptation = async (ctx: Ctx, params: Params, filters: Filters) => {
  const scope = await scopeOf(ctx, params, filters)
  const [{ total, ...kept }, waiting] = await Promise.all([findKept(ctx, scope), findUnconfirmed(ctx, scope)])
  const unconfirmed = waiting.amount
  if (filters.unconfirmed === undefined) return { total, totals: { ...kept, unconfirmed } }
  if (filters.unconfirmed)
    return { total: waiting.total, totals: { gross: unconfirmed, out: '0.00', net: unconfirmed, unconfirmed } }
  const { gross, out, net } = kept
  return {
    total: total - waiting.total,
    totals: { gross: minus(gross, unconfirmed), out, net: minus(net, unconfirmed), unconfirmed: '0.00' },
  }
}

/** All of it in the order of the screen, for the export. */
export const allCaptation = async (ctx: Ctx, params: Params, filters: Filters, direction: Direction) =>
  withRows(ctx, journals(ctx, await scopeOf(ctx, params, filters)), direction)
