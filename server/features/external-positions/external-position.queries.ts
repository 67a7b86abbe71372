import { sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { ExternalKind } from '#contract/external-positions/kinds.ts'
import type {
  ExternalPositionDetail,
  getExternalPosition,
  getExternalPositionOptions,
} from '#contract/external-positions.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { externalInstitutionSql, toSignedAmountSql } from '#server/domain/external-positions.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'
import { queryMatchingPositions, selectPositionColumns } from './external-positions.queries.ts'

/** One position of a visible client with all its values, the latest day first; 404 for any other. */
export const findPosition = async (
  ctx: Ctx,
  { params: { clientId, positionId } }: ParsedRequest<typeof getExternalPosition>,
): Promise<ExternalPositionDetail> => {
  const [position, values] = await Promise.all([
    selectPositionColumns(queryMatchingPositions(ctx, {}))
      .where('x.id', '=', positionId)
      .where('x.clientId', '=', clientId)
      .select('x.status as sourceStatus')
      .executeTakeFirst(),
    queryMatchingPositions(ctx, {})
      .innerJoin('externalPositionValue as v', 'v.positionId', 'x.id')
      .where('x.id', '=', positionId)
      .leftJoin(sql<{ userId: string; fullName: string }>`registry.own_people()`.as('u'), (join) =>
        join.onRef('u.userId', '=', 'v.notedBy'),
      )
      .select(['v.asOf', 'v.notedAt', 'u.fullName as byName'])
      .select(toSignedAmountSql(sql`v.amount`).$castTo<string>().as('amount'))
      .orderBy('v.asOf', 'desc')
      .execute(),
  ])
  if (!position) throw buildRefusal('notFound')
  return { ...position, values }
}

/** What positions are chosen by: institutions and managers of the visible clients, and the whole catalogue. */
export const findPositionOptions = async (ctx: Ctx): Promise<ResponseBody<typeof getExternalPositionOptions>> => {
  const [products, held, managers] = await Promise.all([
    ctx.db
      .selectFrom('externalProduct')
      .select(['id', 'institution', 'name', sql<ExternalKind>`kind`.as('kind')])
      .select(sql<boolean>`closed_at is not null`.as('isClosed'))
      .orderBy('institution')
      .orderBy('name')
      .orderBy('id')
      .execute(),
    queryMatchingPositions(ctx, {})
      .where('x.productId', 'is', null)
      .select(externalInstitutionSql.as('institution'))
      .distinct()
      .execute(),
    ctx.db
      .selectFrom('employee as e')
      .where('e.id', 'in', selectVisibleClients(ctx).select('c.managerId').distinct())
      .select(['e.id', fullNameSql('e').as('name')])
      .orderBy('name')
      .orderBy('e.id')
      .execute(),
  ])
  const institutions = [...new Set([...products, ...held].map(({ institution }) => institution))]
  return { institutions: institutions.sort((one, other) => one.localeCompare(other)), products, managers }
}
