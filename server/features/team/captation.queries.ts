import { type SqlBool, sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { ListPaging, ListSorting } from '#contract/core/list.ts'
import type { listCaptationMovements } from '#contract/team.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildOrderBy, toPageWindow } from '#server/core/paging.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { findMemberIds } from '#server/domain/team-member-ids.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'
import type { ListRequest } from '#server/reports/list-routes.ts'
import { captationByMonthSql } from './team-figures.ts'
import { getPeriodStarts } from './team-members.ts'

type CaptationRequest = Pick<ListRequest<typeof listCaptationMovements>, 'params'>
type CaptationFilters = ParsedRequest<typeof listCaptationMovements.count>['query']
type SortDirection = 'asc' | 'desc'

/** Whose it is, since when, and whether only what is unconfirmed or confirmed. Throws 404 for whom the caller doesn't see. */
const resolveCaptationScope = async (
  ctx: Ctx,
  { employeeId }: CaptationRequest['params'],
  { period = 'month', view = 'individual', unconfirmed }: CaptationFilters,
) => ({
  people: await findMemberIds(ctx, employeeId, view),
  since: getPeriodStarts(ctx.businessDate)[period],
  unconfirmed,
})

type CaptationScope = Awaited<ReturnType<typeof resolveCaptationScope>>

/** Those of them who have any: of few people's rows nobody looks for the others. */
const keepPeopleWithCaptation = async (ctx: Ctx, scope: CaptationScope): Promise<CaptationScope> => {
  const found = await ctx.db
    .selectFrom(
      sql<{ managerId: string }>`(${captationByMonthSql(scope.people, scope.since, ctx.businessDate)})`.as('c'),
    )
    .select('c.managerId')
    .distinct()
    .execute()
  return { ...scope, people: found.map(({ managerId }) => managerId) }
}

/** Nothing has confirmed the journal of the part `t`. */
const isUnconfirmedSql = sql`exists (select from unconfirmed_contribution u where u.journal_id = t.journal_id)`

/** Of the part `t`: new money, or what left again. */
const isCountedSql = sql`(t.is_new or t.kind <> 'contribution')`

/** The parts that are credited to these people: of one, in the order of their index; of many, in that of all. */
const creditedPartsSql = ({ businessDate }: Ctx, { people, since, unconfirmed }: CaptationScope) => sql`
  select t.journal_id * 1000 + t.n as id, t.booking_date, t.employee_id, t.kind, t.account_id, t.share, t.amount from captation t
   where ${people.length === 1 ? sql`t.employee_id = ${people[0]}` : sql`t.employee_id = any (${people}::bigint[])`} and t.booking_date >= ${since}::date
     and t.booking_date < date_trunc('month', ${businessDate}::date) + interval '1 month' and ${isCountedSql}
     and ${unconfirmed === undefined ? sql`true` : sql`${isUnconfirmedSql} = ${unconfirmed}`}`

/** Of the gross of these people what nothing has confirmed: a few rows, looked up from them. */
const findUnconfirmedTotals = async ({ db, businessDate }: Ctx, { people, since }: CaptationScope) => {
  const { rows } = await sql<{ total: number; amount: string }>`
    select count(*)::int as total, coalesce(sum(t.amount), 0)::numeric(18, 2)::text as amount
      from (select distinct u.journal_id from unconfirmed_contribution u) u
      join captation t on t.journal_id = u.journal_id
     where t.employee_id = any (${people}::bigint[]) and t.is_new and t.booking_date >= ${since}::date
       and t.booking_date < date_trunc('month', ${businessDate}::date) + interval '1 month'`.execute(db)
  return rows[0]!
}

const captationSorts = { bookingDate: 't.booking_date' }

type CreditedPart = {
  id: string
  bookingDate: string
  employeeId: string
  kind: ResponseBody<typeof listCaptationMovements.page>['rows'][number]['kind']
  accountId: string
  share: string
  amount: string
}

/** Clients whose page the caller may open. */
const selectOpenableClients = (ctx: Ctx) => {
  const { rights } = ctx.person
  const scopes = rights.getScopes('bt_Clientes', 'view')
  return selectVisibleClients({ db: ctx.db, scopes })
    .where('c.clientId', '=', sql.ref<string>('client.id'))
    .where(sql<SqlBool>`${rights.may('bt_Clientes', 'view')}`)
    .select('c.clientId')
}

const selectCaptationRows = (ctx: Ctx, chosen: ReturnType<typeof creditedPartsSql>, direction: SortDirection) =>
  ctx.db
    .selectFrom(sql<CreditedPart>`(${chosen})`.as('t'))
    .innerJoin('account as a', 'a.id', 't.accountId')
    .innerJoin('client', 'client.id', 'a.clientId')
    .innerJoin('employee as e', 'e.id', 't.employeeId')
    .select((eb) => [
      't.id',
      't.bookingDate',
      eb.selectFrom(selectOpenableClients(ctx).as('open')).select('open.clientId').as('clientId'),
      'client.cvl as clientCvl',
      fullNameSql('client').as('clientName'),
      'a.number as accountNumber',
      't.kind',
      fullNameSql('e').as('creditedTo'),
      sql<string>`t.share::numeric(9, 6)`.as('applied'),
      't.amount',
    ])
    .orderBy(sql`t.booking_date ${sql.raw(direction)}, t.id ${sql.raw(direction)}`)

/** One page of what the figure is made of. */
export const findCaptation = async (
  ctx: Ctx,
  filters: CaptationFilters,
  paging: ListPaging,
  { params }: CaptationRequest,
) => {
  const { offset, limit, backwards } = toPageWindow(paging)
  const scope = await keepPeopleWithCaptation(ctx, await resolveCaptationScope(ctx, params, filters))
  if (scope.people.length === 0) return []
  const inOrder = buildOrderBy(paging, captationSorts, 'id', backwards)
  const chosen = sql`${creditedPartsSql(ctx, scope)} order by ${inOrder} limit ${limit} offset ${offset}`
  return selectCaptationRows(ctx, chosen, paging.direction).execute()
}

/** The figure itself, from the same totals as the card, and of how many rows it is. */
const findCaptationTotals = async (ctx: Ctx, { people, since }: CaptationScope) =>
  ctx.db
    .selectFrom(
      sql<{
        came: string
        went: string
        movements: string
      }>`(${captationByMonthSql(people, since, ctx.businessDate)})`.as('c'),
    )
    .select([
      sql<number>`coalesce(sum(movements), 0)::int`.as('total'),
      sql<string>`(coalesce(sum(came), 0) / 100)::numeric(18, 2)`.as('gross'),
      sql<string>`(coalesce(sum(went), 0) / 100)::numeric(18, 2)`.as('out'),
      sql<string>`((coalesce(sum(came), 0) + coalesce(sum(went), 0)) / 100)::numeric(18, 2)`.as('net'),
    ])
    .executeTakeFirstOrThrow()

const subtractAmounts = (one: string, other: string): string => centsToAmount(toCents(one) - toCents(other))

/** The figure, how many rows it has, and how much of it nothing has confirmed; of a part of the rows, the same of that part. */
export const countCaptation = async (ctx: Ctx, filters: CaptationFilters, { params }: CaptationRequest) => {
  const scope = await resolveCaptationScope(ctx, params, filters)
  const [{ total, ...kept }, waiting] = await Promise.all([
    findCaptationTotals(ctx, scope),
    findUnconfirmedTotals(ctx, scope),
  ])
  const unconfirmed = waiting.amount
  if (filters.unconfirmed === undefined) return { total, ...kept, unconfirmed }
  if (filters.unconfirmed)
    return { total: waiting.total, gross: unconfirmed, out: '0.00', net: unconfirmed, unconfirmed }
  const { gross, out, net } = kept
  return {
    total: total - waiting.total,
    gross: subtractAmounts(gross, unconfirmed),
    out,
    net: subtractAmounts(net, unconfirmed),
    unconfirmed: '0.00',
  }
}

/** All of it in the order of the screen, for the export. */
export const selectCaptationForFile = async (
  ctx: Ctx,
  filters: CaptationFilters,
  { direction }: ListSorting,
  { params }: CaptationRequest,
) => selectCaptationRows(ctx, creditedPartsSql(ctx, await resolveCaptationScope(ctx, params, filters)), direction)
