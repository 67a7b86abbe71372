import { sql } from 'kysely'
import type { listAccountMovements, MovementRow } from '#contract/clients/client.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { ListPaging, ListSorting } from '#contract/core/list.ts'
import { ledgers } from '#rules/ledgers.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { toPageWindow } from '#server/core/paging.ts'
import { selectVisibleHoldings } from '#server/domain/visibility.ts'
import type { ListRequest } from '#server/reports/list-routes.ts'

type MovementRequest = Pick<ListRequest<typeof listAccountMovements>, 'params'>
type MovementParams = MovementRequest['params']
type MovementFilters = ParsedRequest<typeof listAccountMovements.count>['query']

/** 404 unless the caller may see the client and the client holds the account. */
export const assertAccountVisible = async (ctx: Ctx, { clientId, accountId }: MovementParams): Promise<void> => {
  const found = await selectVisibleHoldings(ctx)
    .where('h.clientId', '=', clientId)
    .where('h.accountId', '=', accountId)
    .select('h.accountId')
    .executeTakeFirst()
  if (!found) throw buildRefusal('notFound')
}

type SortDirection = 'asc' | 'desc'

/** What stood in the account after a line: counted from the end at which reading begins, so that a page needs no line beyond it. */
const balanceAfterSql = {
  desc: sql<string>`b.balance + coalesce(sum(p.amount) over (order by p.booking_date desc, p.journal_id desc, p.line desc
    rows between unbounded preceding and 1 preceding), 0)`,
  asc: sql<string>`-sum(p.amount) over (order by p.booking_date, p.journal_id, p.line rows unbounded preceding)`,
}

/** The lines of the account's capital, each with what stood there after it. */
const queryMovementLines = (
  ctx: Pick<Ctx, 'db'>,
  accountId: string,
  filters: MovementFilters,
  direction: SortDirection,
) => {
  const { kind, from, to } = filters
  return ctx.db
    .with('line', (db) =>
      db
        .selectFrom('posting as p')
        .innerJoin('accountBalance as b', 'b.accountId', 'p.accountId')
        .where('p.accountId', '=', accountId)
        .where('p.ledger', '=', sql.lit(ledgers.capital))
        .select([
          'p.journalId',
          'p.line',
          'p.bookingDate',
          sql<string>`-p.amount`.as('amount'),
          balanceAfterSql[direction].as('balanceAfter'),
        ]),
    )
    .selectFrom('line')
    .innerJoin('journal as j', 'j.id', 'line.journalId')
    .$if(!!kind, (rows) => rows.where('j.kind', 'in', kind!))
    .$if(!!from, (rows) => rows.where('line.bookingDate', '>=', from!))
    .$if(!!to, (rows) => rows.where('line.bookingDate', '<=', to!))
}

/** With a limit, so that each row looks for its reversal in the index: whether there is one would be answered from all journals at once. */
const correctionSql = sql<MovementRow['correction']>`case when j.reverses_id is not null then 'reversal'
  when (select r.id from journal r where r.reverses_id = j.id limit 1) is not null then 'reversed' end`.as('correction')

const movementColumns = [
  'j.id',
  'line.bookingDate',
  'j.valueDate',
  'j.kind',
  // What takes another back is called as that is.
  sql<string | null>`coalesce(j.description, (select o.description from journal o where o.id = j.reverses_id))`.as(
    'description',
  ),
  'line.amount',
  'line.balanceAfter',
  correctionSql,
] as const

const movementOrderSql = (direction: SortDirection) =>
  sql`line.booking_date ${sql.raw(direction)}, line.journal_id ${sql.raw(direction)}, line.line ${sql.raw(direction)}`

/** One page of the statement. */
export const findMovements = async (
  ctx: Ctx,
  filters: MovementFilters,
  paging: ListPaging,
  { params }: MovementRequest,
): Promise<MovementRow[]> => {
  await assertAccountVisible(ctx, params)
  const { direction } = paging
  const { offset, limit, backwards } = toPageWindow(paging)
  const readIn = backwards ? (direction === 'asc' ? 'desc' : 'asc') : direction
  const rows = await queryMovementLines(ctx, params.accountId, filters, readIn)
    .select(movementColumns)
    .orderBy(movementOrderSql(readIn))
    .limit(limit)
    .offset(offset)
    .execute()
  return backwards ? rows.reverse() : rows
}

/** How many movements match, and what came in and went out in them. */
export const countMovements = async (ctx: Ctx, filters: MovementFilters, { params }: MovementRequest) => {
  await assertAccountVisible(ctx, params)
  return queryMovementLines(ctx, params.accountId, filters, 'desc')
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<string>`coalesce(sum(line.amount) filter (where line.amount > 0), 0)::numeric(18, 2)`.as('moneyIn'),
      sql<string>`coalesce(-sum(line.amount) filter (where line.amount < 0), 0)::numeric(18, 2)`.as('moneyOut'),
    ])
    .executeTakeFirstOrThrow()
}

/** All lines of an account that match; whoever calls has seen to it that the account may be seen. */
export const queryAccountMovements = (
  ctx: Pick<Ctx, 'db'>,
  accountId: string,
  filters: MovementFilters,
  direction: SortDirection,
) => queryMovementLines(ctx, accountId, filters, direction).select(movementColumns).orderBy(movementOrderSql(direction))

/** The whole statement that matches, for the export; 404 as for the page. */
export const queryVisibleMovements = async (
  ctx: Ctx,
  filters: MovementFilters,
  { direction }: ListSorting,
  { params }: MovementRequest,
) => {
  await assertAccountVisible(ctx, params)
  return queryAccountMovements(ctx, params.accountId, filters, direction)
}
