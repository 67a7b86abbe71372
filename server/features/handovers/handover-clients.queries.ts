import { sql } from 'kysely'
import type { Parsed } from '#contract/core/endpoint.ts'
import type { listHandoverClients } from '#contract/handovers.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { fullName } from '#server/domain/client-columns.ts'
import { visibleClients } from '#server/domain/visibility.ts'
import { isVisible, seeingClients } from './handover.queries.ts'

type Params = Parsed<typeof listHandoverClients.page>['params']
type Filters = Parsed<typeof listHandoverClients.count>['query']

export const handoverClientSorts: Record<(typeof listHandoverClients.sortable)[number], string> = {
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

export const selectHandoverClients = async (ctx: Ctx, filters: Filters, { handoverId }: Params) => {
  await refuseHidden(ctx, handoverId)
  return matching(ctx, handoverId, filters)
    .innerJoin('client', 'client.id', 'c.clientId')
    .leftJoin('employee as m', 'm.id', 'hc.fromId')
    .select(['client.id', 'client.cvl', fullName('client').as('fullName'), fullName('m').as('fromName'), 'c.capital'])
    .select(sql<'moved' | 'changed' | 'undone' | 'kept' | null>`hc.outcome`.as('outcome'))
}

export const countHandoverClients = async (ctx: Ctx, filters: Filters, { handoverId }: Params) => {
  await refuseHidden(ctx, handoverId)
  return matching(ctx, handoverId, filters)
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<string>`coalesce(sum(c.capital), 0)::numeric(18, 2)`.as('capital'),
    ])
    .executeTakeFirstOrThrow()
}
