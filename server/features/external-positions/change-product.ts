import { type Kysely, type SqlBool, sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type * as contract from '#contract/external-positions/products.ts'
import type { DB } from '#db/types.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'

type ProductFields = ParsedRequest<typeof contract.addExternalProduct>['body']

const entity = 'externalProduct'
/** In the audit's own words. */
const toAuditFacts = ({ institution, name }: Pick<ProductFields, 'institution' | 'name'>) => ({
  bank: institution,
  name,
})

/** Two that differ only in capitals are the same to whoever chooses between them. */
const assertNameFree = async (
  tx: Kysely<DB>,
  { institution, name }: ProductFields,
  id: string | null,
): Promise<void> => {
  // Of two that add the same at once, the second waits and sees the first.
  await sql`select pg_advisory_xact_lock(hashtext(current_schema() || '.external_product'))`.execute(tx)
  const other = await tx
    .selectFrom('externalProduct')
    .where(sql<SqlBool>`lower(institution) = lower(${institution}) and lower(name) = lower(${name})`)
    .where(sql<SqlBool>`id is distinct from ${id}::bigint`)
    .select('id')
    .executeTakeFirst()
  if (other) throw buildRefusal('externalProduct.taken', { fields: { name: 'taken' } })
}

const lockProductVersion = async (tx: Kysely<DB>, productId: string, version: number) => {
  const product = await tx
    .selectFrom('externalProduct')
    .where('id', '=', productId)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
  if (!product) throw buildRefusal('notFound')
  if (product.version !== version) throw buildRefusal('conflict.changed')
  return product
}

/** Adds a product to the catalogue of the firm. */
export const addProduct = (
  ctx: Ctx,
  { body }: ParsedRequest<typeof contract.addExternalProduct>,
): Promise<ResponseBody<typeof contract.addExternalProduct>> =>
  ctx.db.transaction().execute(async (tx) => {
    await assertNameFree(tx, body, null)
    const { id } = await tx.insertInto('externalProduct').values(body).returning('id').executeTakeFirstOrThrow()
    await recordAuditEvent(tx, ctx, {
      action: 'externalProduct.added',
      entity,
      entityId: id,
      after: toAuditFacts(body),
    })
    return { id }
  })

/** Changes a product, and with it all positions in it. Its kind stays once there is one: what clients have would become what they owe. */
export const changeProduct = (
  ctx: Ctx,
  { params: { productId }, body: { version, ...fields } }: ParsedRequest<typeof contract.changeExternalProduct>,
): Promise<ResponseBody<typeof contract.changeExternalProduct>> =>
  ctx.db.transaction().execute(async (tx) => {
    const product = await lockProductVersion(tx, productId, version)
    await assertNameFree(tx, fields, productId)
    if (fields.kind !== product.kind) {
      const used = await tx
        .selectFrom('externalPosition')
        .where('productId', '=', productId)
        .select('id')
        .limit(1)
        .executeTakeFirst()
      if (used) throw buildRefusal('externalProduct.inUse', { fields: { kind: 'hasPositions' } })
    }
    const next = version + 1
    await tx
      .updateTable('externalProduct')
      .set({ ...fields, version: next })
      .where('id', '=', productId)
      .execute()
    await recordAuditEvent(tx, ctx, {
      action: 'externalProduct.changed',
      entity,
      entityId: productId,
      before: toAuditFacts(product),
      after: toAuditFacts(fields),
    })
    return { version: next }
  })

/** Closes a product, so that it takes no new positions, or opens it again. */
export const setProductClosed = (
  ctx: Ctx,
  { params: { productId }, body: { version, isClosed } }: ParsedRequest<typeof contract.setExternalProductClosed>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof contract.setExternalProductClosed>> =>
  ctx.db.transaction().execute(async (tx) => {
    const product = await lockProductVersion(tx, productId, version)
    const next = version + 1
    await tx
      .updateTable('externalProduct')
      .set({ closedAt: isClosed ? new Date(deps.clock()).toISOString() : null, version: next })
      .where('id', '=', productId)
      .execute()
    await recordAuditEvent(tx, ctx, {
      action: isClosed ? 'externalProduct.closed' : 'externalProduct.reopened',
      entity,
      entityId: productId,
      after: toAuditFacts(product),
    })
    return { version: next }
  })
