import { sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { nobodysId } from '#contract/figures/keys.ts'
import type { getChosenNames } from '#contract/profitability.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { selectClientsOn } from '#server/domain/figure-scope.ts'
import { selectVisibleStaff } from '#server/domain/visibility.ts'
import { resolveMarginRequest } from './profitability.queries.ts'

/** What the study is narrowed by, in words: of people and clients only those in reach. */
export const findChosenNames = async (
  ctx: Ctx,
  { query }: ParsedRequest<typeof getChosenNames>,
): Promise<ResponseBody<typeof getChosenNames>> => {
  const { product, manager, client, ...filters } = query
  const request = await resolveMarginRequest(ctx, filters)
  const [ofProduct, ofManager, ofClient] = await Promise.all([
    product && ctx.db.selectFrom('product').where('id', '=', product).select(['id', 'name']).executeTakeFirst(),
    manager &&
      selectVisibleStaff(ctx)
        .where('e.id', '=', manager)
        .select(['e.id', fullNameSql('e').as('name')])
        .executeTakeFirst(),
    client &&
      ctx.db
        .selectFrom('client')
        .where('id', '=', client)
        .where(sql<boolean>`id in (${selectClientsOn(request, request.through).select('c.clientId')})`)
        .select(['id', fullNameSql('client').as('name')])
        .executeTakeFirst(),
  ])
  return {
    product: ofProduct || null,
    manager: manager === nobodysId ? { id: nobodysId, name: null } : ofManager || null,
    client: ofClient || null,
  }
}
