import { sql } from 'kysely'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { listHandoverClients } from '#contract/handovers.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'
import type { ListRequest } from '#server/reports/list-routes.ts'
import { isHandoverVisible, toClientListScope } from './handover.queries.ts'

type HandoverClientRequest = Pick<ListRequest<typeof listHandoverClients>, 'params'>
type HandoverClientFilters = ParsedRequest<typeof listHandoverClients.count>['query']

export const handoverClientSorts: Record<(typeof listHandoverClients.sortable)[number], string> = {
  fullName: 'c.name_sort',
  capital: 'c.capital_cents',
}

const assertHandoverVisible = async (ctx: Ctx, handoverId: string): Promise<void> => {
  if (!(await isHandoverVisible(ctx, handoverId))) throw buildRefusal('notFound')
}

/** The clients of the handover that the caller may see, as the narrow row `c` and their row `hc` in it. */
const queryMatchingHandoverClients = (ctx: Ctx, handoverId: string, { outcome }: HandoverClientFilters) =>
  selectVisibleClients(toClientListScope(ctx))
    .innerJoin('handoverClient as hc', 'hc.clientId', 'c.clientId')
    .where('hc.handoverId', '=', handoverId)
    .$if(!!outcome, (rows) => rows.where('hc.outcome', 'in', outcome!))

export const selectHandoverClients = async (
  ctx: Ctx,
  filters: HandoverClientFilters,
  { params: { handoverId } }: HandoverClientRequest,
) => {
  await assertHandoverVisible(ctx, handoverId)
  return queryMatchingHandoverClients(ctx, handoverId, filters)
    .innerJoin('client', 'client.id', 'c.clientId')
    .leftJoin('employee as m', 'm.id', 'hc.fromId')
    .select([
      'client.id',
      'client.cvl',
      fullNameSql('client').as('fullName'),
      fullNameSql<string | null>('m').as('fromName'),
      'c.capital',
    ])
    .select(sql<'moved' | 'changed' | 'undone' | 'kept' | null>`hc.outcome`.as('outcome'))
}

export const countHandoverClients = async (
  ctx: Ctx,
  filters: HandoverClientFilters,
  { params: { handoverId } }: HandoverClientRequest,
) => {
  await assertHandoverVisible(ctx, handoverId)
  return queryMatchingHandoverClients(ctx, handoverId, filters)
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<string>`coalesce(sum(c.capital), 0)::numeric(18, 2)`.as('capital'),
    ])
    .executeTakeFirstOrThrow()
}
