import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import {
  type FigureGrouping,
  type FigureKey,
  type FigurePart,
  type FigureRest,
  figures,
  nobodysId,
} from '#contract/figures/keys.ts'
import type { listFigureRows } from '#contract/figures.ts'
import type { ClientChannel } from '#db/types.ts'
import type { DayRange } from '#rules/figure-period.ts'
import { hiddenPlace } from '#rules/places.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { isClientInScope } from './account-number-access.ts'
import { findListedIds } from './figure-rest.ts'
import {
  type FigureFilters,
  type FigureRequest,
  resolvePeople,
  resolvePeriod,
  withFigureScope,
} from './figure-scope.ts'
import { figureStatements } from './figure-statements.ts'
import { findKeptTotalsScope, type KeptScope } from './kept-scope.ts'
import { findStockParts, isCaptation, selectKeptSums } from './kept-sums.ts'
import { visibleManagerSql, visibleTodaySql } from './visible-today.ts'

/** By where its clients live, their channel or the product: null in those that a row isn't grouped by. */
type FigureDivision = { place: string | null; channel: ClientChannel | null; productId: string | null }
export type FigureDivisionRow = FigureDivision & { count: number; amount: string; balance: string }

/** Where the `client` lives, as it is told to the caller. */
const shownPlaceSql = (ctx: Ctx): RawBuilder<string> =>
  visibleTodaySql(ctx, sql`client.id`, sql<string>`client.place`, sql<string>`${hiddenPlace}`)

/** Who manages the client of a row today, as it is told to the caller, from the narrow row `l`. */
const shownManagerSql = (ctx: Ctx, row: 'f' | 'r'): RawBuilder<string | null> =>
  visibleManagerSql(ctx, sql`${sql.ref(row)}.client_id`, sql<string | null>`l.manager_id`)

/**
 * A figure divided in each of three ways, in one statement; a count of clients not by product, of whom one may have several. With the total
 * capital comes the balance of the same accounts.
 */
export const divideFigure = async (figure: FigureKey, request: FigureRequest): Promise<FigureDivisionRow[]> => {
  const rows = await figureStatements[figure](request)
  const { isMoney } = figures[figure]
  const place = shownPlaceSql(request.ctx)
  const balance = figure === 'totalCapital' ? sql`r.balance` : sql`null::numeric`
  const { rows: divided } = await sql<FigureDivisionRow>`
    select d.place, d.channel, ${isMoney ? sql`d.product_id` : sql`null::bigint`} as "productId", count(*)::int as count,
           coalesce(sum(d.amount), 0)::numeric(18, 2)::text as amount, coalesce(sum(d.balance), 0)::numeric(18, 2)::text as balance
      from (select ${place} as place, client.channel, a.product_id, r.amount, ${balance} as balance
              from (${rows}) r join client on client.id = r.client_id left join account a on a.id = r.account_id) d
     group by grouping sets ((d.place), (d.channel)${isMoney ? sql`, (d.product_id)` : sql``})`.execute(request.ctx.db)
  return divided
}

export type FigurePartSum = { part: FigurePart; count: number; amount: string }

/** The rows alone of one product, of clients whom somebody or nobody manages today, or of none of those who have a line of their own. */
export type RowNarrowing = { product?: string | undefined; manager?: string | undefined; rest?: FigureRest | undefined }

/** `of`, `view`: whose screen it is that the rest is of. */
export type FigureNarrowing = RowNarrowing & Pick<FigureFilters, 'of' | 'view'>

/** Whose manager of today isn't visible to the caller is nobody's here, too. */
const isManagedBySql = (ctx: Ctx, manager: string): RawBuilder<SqlBool> => {
  const shown = shownManagerSql(ctx, 'f')
  const isTheirs =
    manager === nobodysId ? sql`${shown} is null` : sql`l.manager_id = ${manager} and ${shown} is not null`
  return sql<SqlBool>`exists (select from client_list l where l.client_id = f.client_id and ${isTheirs})`
}

const isOfRestSql = (ctx: Ctx, figure: FigureKey, listed: readonly string[]): RawBuilder<SqlBool> => {
  const isUnlisted = (id: RawBuilder<unknown>) => sql<SqlBool>`(${id} = any(${[...listed]}::bigint[])) is not true`
  return isCaptation(figure)
    ? isUnlisted(sql`f.employee_id`)
    : sql<SqlBool>`exists (select from client_list l where l.client_id = f.client_id and ${isUnlisted(shownManagerSql(ctx, 'f'))})`
}

type NarrowedRequest = { figure: FigureKey; whose: Pick<FigureFilters, 'of' | 'view'>; narrowing: RowNarrowing }

/** The condition on the rows `f` of the figure. Throws 404 of the rest of a screen that isn't the caller's to see. */
const buildNarrowing = async (
  ctx: Ctx,
  { figure, whose, narrowing }: NarrowedRequest,
): Promise<RawBuilder<SqlBool>> => {
  const { product, manager, rest } = narrowing
  const conditions = [
    ...(product === undefined
      ? []
      : [sql`f.account_id in (select a.id from account a where a.product_id = ${product})`]),
    ...(manager === undefined ? [] : [isManagedBySql(ctx, manager)]),
    ...(rest === undefined ? [] : [isOfRestSql(ctx, figure, await findListedIds(ctx, rest, whose))]),
  ]
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

export const isWholeFigure = ({ product, manager, rest }: RowNarrowing): boolean =>
  product === undefined && manager === undefined && rest === undefined

/** A row for each part: `part`, `count`, `amount`; from kept totals where there are any, else from the rows. */
const selectPartSums = async (
  figure: FigureKey,
  request: FigureRequest,
  { of, view, ...narrowing }: FigureNarrowing,
  findScope?: () => Promise<KeptScope | null>,
): Promise<RawBuilder<FigurePartSum>> => {
  const kept = isWholeFigure(narrowing) ? await selectKeptSums(figure, request, 'none', findScope) : null
  return sql<FigurePartSum>`
    select part, ${kept ? sql`sum(count)` : sql`count(*)`}::int as count, coalesce(sum(amount), 0)::numeric(18, 2)::text as amount
      from (${kept ?? (await figureStatements[figure](request))}) f
     where ${await buildNarrowing(request.ctx, { figure, whose: { of, view }, narrowing })} group by part`
}

/** What a figure is made of, by part. */
export const sumFigureParts = async (
  figure: FigureKey,
  request: FigureRequest,
  narrowing: FigureNarrowing = {},
): Promise<FigurePartSum[]> => (await (await selectPartSums(figure, request, narrowing)).execute(request.ctx.db)).rows

/** The same of each of some ranges, in one statement. */
export const sumFigureRanges = async (
  figure: FigureKey,
  request: Omit<FigureRequest, 'from' | 'to'>,
  ranges: readonly DayRange[],
  narrowing: FigureNarrowing = {},
): Promise<FigurePartSum[][]> => {
  const days = ranges.map(({ to }) => to)
  const stocks = isWholeFigure(narrowing) ? await findStockParts(figure, request, days) : null
  if (stocks) return days.map((day) => stocks.filter((one) => one.day === day))
  let scope: Promise<KeptScope | null> | undefined
  const findScope = () => (scope ??= findKeptTotalsScope(request))
  const sums = await Promise.all(
    ranges.map(async ({ from, to }, at) => {
      const parts = await selectPartSums(figure, { ...request, from, to }, narrowing, findScope)
      return sql`select ${sql.lit(at)} as at, p.* from (${parts}) p`
    }),
  )
  const { rows } = await sql<FigurePartSum & { at: number }>`${sql.join(sums, sql` union all `)}`.execute(
    request.ctx.db,
  )
  return ranges.map((_, at) => rows.filter((row) => row.at === at))
}

export type FigureGroupRow = {
  productId: string | null
  productName: string | null
  managerId: string | null
  managerName: string | null
  month: string | null
  part: FigurePart
  count: number
  amount: string
}

/** A row for each part of what it is grouped by: products, managers, months of its rows' day. The names of `FigureGroupRow`, in the database's way. */
export const selectFigureGroups = async (figure: FigureKey, request: FigureRequest, by: FigureGrouping) => {
  const kept = await selectKeptSums(figure, request, by)
  const byProduct = by === 'product' || by === 'productMonth' || by === 'productManager'
  const byManager = by === 'manager' || by === 'productManager'
  const byMonth = by === 'month' || by === 'productMonth'
  const groups =
    kept !== null
      ? sql`
        select ${byProduct ? sql`s.product_id` : sql`null::bigint`} as product_id, null::bigint as manager_id,
               ${byMonth ? sql`s.month` : sql`null::date`} as month, s.part, sum(s.count)::int as count, sum(s.amount)::numeric(18, 2) as amount
          from (${kept}) s group by 1, 2, 3, 4`
      : sql`
        select ${byProduct ? sql`a.product_id` : sql`null::bigint`} as product_id, ${byManager ? shownManagerSql(request.ctx, 'r') : sql`null::bigint`} as manager_id,
               ${byMonth ? sql`date_trunc('month', r.day)::date` : sql`null::date`} as month, r.part, count(*)::int as count,
               coalesce(sum(r.amount), 0)::numeric(18, 2) as amount
          from (select account_id, client_id, day, part, amount from (${await figureStatements[figure](request)}) f) r
          join client_list l on l.client_id = r.client_id
          left join account a on a.id = r.account_id
         group by 1, 2, 3, 4`
  return request.ctx.db
    .selectFrom(sql<Omit<FigureGroupRow, 'productName' | 'managerName'>>`(${groups})`.as('g'))
    .leftJoin('product as p', 'p.id', 'g.productId')
    .leftJoin('employee as e', 'e.id', 'g.managerId')
    .select(['g.productId', 'p.name as productName', 'g.managerId', fullNameSql<string | null>('e').as('managerName')])
    .select(['g.month', 'g.part', 'g.count', 'g.amount'])
    .orderBy('g.month')
    .orderBy('p.name')
    .orderBy(fullNameSql('e'))
    .orderBy('g.part')
}

/** What a figure is made of, by its parts and what it is grouped by. */
export const groupFigure = async (
  figure: FigureKey,
  request: FigureRequest,
  by: FigureGrouping,
): Promise<FigureGroupRow[]> => (await selectFigureGroups(figure, request, by)).execute()

type RowFilters = ParsedRequest<typeof listFigureRows.count>['query']

/** Throws 404 of a figure whose data the caller may not see, and for people whom they don't see. */
export const resolveRequest = async (ctx: Ctx, figure: FigureKey, filters: FigureFilters): Promise<FigureRequest> => {
  const people = await resolvePeople(ctx, filters)
  const seen = withFigureScope(ctx, figure)
  if (!seen) throw buildRefusal('notFound')
  const { from, to } = resolvePeriod(ctx, filters)
  return { ctx: seen, people, from, to }
}

type BareFigureRow = {
  id: string
  accountId: string | null
  clientId: string
  day: string | null
  part: FigurePart
  amount: string | null
}

const queryRows = async (
  ctx: Ctx,
  figure: FigureKey,
  { part, product, manager, rest, place, channel, ...filters }: RowFilters,
) => {
  const rows = await figureStatements[figure](await resolveRequest(ctx, figure, filters))
  const isIn = await buildNarrowing(ctx, { figure, whose: filters, narrowing: { product, manager, rest } })
  return ctx.db
    .selectFrom(
      sql<BareFigureRow>`(select id, account_id, client_id, day, part, amount from (${rows}) f where ${isIn})`.as('r'),
    )
    .innerJoin('clientList as c', 'c.clientId', 'r.clientId')
    .leftJoin('account as a', 'a.id', 'r.accountId')
    .$if(part !== undefined, (some) => some.where('r.part', 'in', [...(part ?? [])]))
    .$if(place !== undefined || channel !== undefined, (some) =>
      some.where('r.clientId', 'in', (eb) =>
        eb
          .selectFrom('client')
          .$if(place !== undefined, (those) =>
            those.where(sql<SqlBool>`${shownPlaceSql(ctx)} like ${place!.includes('-') ? place! : `${place}-%`}`),
          )
          .$if(channel !== undefined, (those) => those.where('client.channel', '=', channel!))
          .select('client.id'),
      ),
    )
}

export const figureRowSorts = { amount: 'r.amount', day: 'r.day', clientName: 'client_name' }

/**
 * With what a row shows. The client's page opens only for whom it is to see, who also hears of the
 * manager of today: a stock of the past names its clients of then, and no more of them.
 */
export const selectFigureRows = async (
  ctx: Ctx,
  filters: RowFilters,
  { params }: { params: { figure: FigureKey } },
) => {
  const rows = await queryRows(ctx, params.figure, filters)
  const mayOpen = isClientInScope(ctx, ['bt_Clientes', 'view'], sql<string>`r.client_id`)
  const opened = <T>(column: string) => sql<T | null>`case when ${mayOpen} then ${sql.ref(column)} end`
  return rows
    .innerJoin('client', 'client.id', 'r.clientId')
    .leftJoin('employee as manager', 'manager.id', 'c.managerId')
    .leftJoin('product as p', 'p.id', 'a.productId')
    .select(['r.id', 'r.part', 'r.day', 'r.amount', 'client.cvl as clientCvl', 'a.number as accountNumber'])
    .select([
      fullNameSql('client').as('clientName'),
      sql<string | null>`case when ${mayOpen} then ${fullNameSql('manager')} end`.as('managerName'),
    ])
    .select([opened<string>('r.client_id').as('clientId'), opened<string>('r.account_id').as('accountId')])
    .select([
      'p.name as productName',
      sql<number | null>`case when ${params.figure === 'endedAccounts'} then a.closed_on - a.opened_on end`.as('days'),
    ])
}

/** How many rows match, and the sum of their amounts ('1234.50'). */
export const countFigureRows = async (ctx: Ctx, filters: RowFilters, { params }: { params: { figure: FigureKey } }) => {
  const rows = await queryRows(ctx, params.figure, filters)
  return rows
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<string>`coalesce(sum(r.amount), 0)::numeric(18, 2)`.as('amount'),
    ])
    .executeTakeFirstOrThrow()
}
