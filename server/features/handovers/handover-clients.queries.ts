import { sql } from 'kysely'
import type { Parsed } from '#contract/core/endpoint.ts'
import type { Sorting } from '#contract/core/list.ts'
import type { listHandoverClients } from '#contract/handovers.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { orderBy, windowOf } from '#server/core/paging.ts'
import { fullName } from '#server/domain/client-columns.ts'
import { visibleClients } from '#server/domain/visibility.ts'
import { isVisible, seeingClients } from './handover.queries.ts'

type Page = Parsed<typeof listHandoverClients.page>
type Filters = Parsed<typeof listHandoverClients.count>['query']

const sortColumns: Record<(typeof listHandoverClients.sortable)[number], string> = {
  fullName: 'c.name_sort',
  capital: 'c.capital_cents',
}

const refuseHidden = async (ctx: Ctx, handoverId: string): Promise<void> => {
  if (!(await isVisible(ctx, handoverId))) throw refuse('notFound')
}

/** The clients of the handover that the caller may see, as the narrow row `c` and their row `hc` in it. */
const matching = (ctx: Ctx, handoverId: string, { outcome }: Filters) =>
  visibleClients(seeingClients(ctx))
    .innerJoin('handoverClient as hc', 'hc.clientId', 'c.clientId')
    .where('hc.handoverId', '=', handoverId)
    .$if(!!outcome, (rows) => rows.where('hc.outcome', '=', outcome!))

const shown = (rows: ReturnType<typeof matching>) =>
  rows
    .innerJoin('client', 'client.id', 'c.clientId')
    .leftJoin('employee as m', 'm.id', 'hc.fromId')
    .select(['client.id', 'client.cvl', fullName('client').as('fullName'), fullName('m').as('fromName'), 'c.capital'])
    .select(sql<'moved' | 'changed' | 'undone' | 'kept' | null>`hc.outcome`.as('outcome'))

export const findHandoverClients = async (ctx: Ctx, { params: { handoverId }, query }: Page) => {
  await refuseHidden(ctx, handoverId)
  const { page, pageSize, knownTotal, sort, direction, ...filters } = query
  const { offset, limit, backwards } = windowOf({ page, pageSize, knownTotal, sort, direction })
  const rows = await shown(matching(ctx, handoverId, filters))
    .orderBy(orderBy({ sort, direction }, sortColumns, 'c.client_id', backwards))
    .limit(limit)
    .offset(offset)
    .execute()
  return { rows: backwards ? rows.reverse() : rows }
}

export const countHandoverClients = async (
  ctx: Ctx,
  { params: { handoverId }, query }: Parsed<typeof listHandoverClients.count>,
) => {
  await refuseHidden(ctx, handoverId)
  const { total, capital } = await matching(ctx, handoverId, query)
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<string>`coalesce(sum(c.capital), 0)::numeric(18, 2)`.as('capital'),
    ])
    .executeTakeFirstOrThrow()
  return { total, totals: { capital } }
}

export const allHandoverClients = (ctx: Ctx, handoverId: string, { sort, direction, ...filters }: Filters & Sorting) =>
  shown(matching(ctx, handoverId, filters)).orderBy(orderBy({ sort, direction }, sortColumns, 'c.client_id'))
