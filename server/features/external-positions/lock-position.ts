import { type Kysely, sql } from 'kysely'
import type { AuditFacts } from '#contract/audit/fields.ts'
import type { DB } from '#db/types.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { externalInstitutionSql } from '#server/domain/external-positions.ts'
import { assertClientCorrectable } from '#server/domain/find-client.ts'

/** Locked until the transaction ends; undefined where it is no position of the client. */
export const findLockedPosition = (
  tx: Kysely<DB>,
  { clientId, positionId }: { clientId: string; positionId: string },
) =>
  tx
    .selectFrom('externalPosition as x')
    .leftJoin('externalProduct as ep', 'ep.id', 'x.productId')
    .where('x.id', '=', positionId)
    .where('x.clientId', '=', clientId)
    .select(['x.id', 'x.clientId', 'x.productId', 'x.description', 'x.since', 'x.version', 'x.amount', 'x.valuedOn'])
    .select(['x.closedOn', 'x.closingReason', 'ep.name as productName'])
    .select(externalInstitutionSql.as('institution'))
    .forUpdate('x')
    .executeTakeFirst()
export type LockedPosition = NonNullable<Awaited<ReturnType<typeof findLockedPosition>>>

type PositionRequest = { params: { clientId: string; positionId: string }; body: { version: number } }

/**
 * Does a write on a position of a visible client, in one transaction under its lock, and gives its new version. 404 out of scope, then
 * `approval.ownRecord`, then `conflict.changed` where it isn't the version that the caller saw.
 */
export const changeLockedPosition = (
  ctx: Ctx,
  { params, body }: PositionRequest,
  change: (tx: Kysely<DB>, position: LockedPosition) => Promise<void>,
): Promise<{ version: number }> =>
  ctx.db.transaction().execute(async (tx) => {
    await assertClientCorrectable(tx, ctx, params.clientId)
    const position = await findLockedPosition(tx, params)
    if (!position) throw buildRefusal('notFound')
    if (position.version !== body.version) throw buildRefusal('conflict.changed')
    await change(tx, position)
    return tx
      .updateTable('externalPosition')
      .set({ version: sql`version + 1` })
      .where('id', '=', position.id)
      .returning('version')
      .executeTakeFirstOrThrow()
  })

/** Says in the audit of the client what happened to a position, which its institution and product name. */
export const auditPosition = (
  tx: Kysely<DB>,
  ctx: Ctx,
  action: `externalPosition.${string}`,
  { clientId, institution, productName }: Pick<LockedPosition, 'clientId' | 'institution' | 'productName'>,
  { before, after }: { before?: AuditFacts; after: AuditFacts },
): Promise<void> =>
  recordAuditEvent(tx, ctx, {
    action,
    entity: 'client',
    entityId: clientId,
    ...(before && { before }),
    after: { product: productName ? `${institution} · ${productName}` : institution, ...after },
  })

/** Refuses a day that is to come, or before the position was there. */
export const assertPastDay = (ctx: Ctx, field: string, day: string | null, since: string | null): void => {
  if (day === null) return
  if (day > ctx.businessDate) throw buildRefusal('request.invalid', { fields: { [field]: 'future' } })
  if (since !== null && day < since) throw buildRefusal('request.invalid', { fields: { [field]: 'order' } })
}

/** Throws `externalPosition.closed`. */
export const assertOpenPosition = ({ closedOn }: LockedPosition): void => {
  if (closedOn !== null) throw buildRefusal('externalPosition.closed')
}

/** A product of the catalogue, which stays as it is until the transaction ends. Throws where there is none, or it takes no new positions. */
export const findOfferedProduct = async (tx: Kysely<DB>, productId: string) => {
  const product = await tx
    .selectFrom('externalProduct')
    .where('id', '=', productId)
    .select(['id', 'institution', 'kind', 'name', 'closedAt'])
    .forShare()
    .executeTakeFirst()
  if (!product) throw buildRefusal('request.invalid', { fields: { productId: 'unknown' } })
  if (product.closedAt !== null) throw buildRefusal('externalProduct.closed', { fields: { productId: 'notOnSale' } })
  return product
}
