import { type Kysely, sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type * as contract from '#contract/external-positions.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { assertClientWritable } from '#server/domain/find-client.ts'
import { requestHash } from '#server/domain/post-journal.ts'
import { assertPastDay, auditPosition, findOfferedProduct } from './lock-position.ts'

/** What this key has added; refused where it meant something else. */
const findByIdempotencyKey = async (tx: Kysely<DB>, key: string, hash: string): Promise<string | undefined> => {
  // Two at once with one key: the second waits here for what the first one does.
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
  const existing = await tx
    .selectFrom('externalPosition')
    .where('idempotencyKey', '=', key)
    .select(['id', 'requestHash'])
    .executeTakeFirst()
  if (existing && existing.requestHash !== hash) throw buildRefusal('idempotency.differentBody')
  return existing?.id
}

/** Notes what a client has or owes elsewhere, with what it is worth. Sent again, it is answered as the first time. */
export const addPosition = (
  ctx: Ctx,
  { params: { clientId }, body, key }: ParsedRequest<typeof contract.addExternalPosition>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof contract.addExternalPosition>> =>
  ctx.db.transaction().execute(async (tx) => {
    await assertClientWritable(tx, ctx, clientId)
    const hash = requestHash({ clientId, body })
    const existingId = await findByIdempotencyKey(tx, key, hash)
    if (existingId) return { id: existingId }
    const { productId, description, since, amount, asOf } = body
    assertPastDay(ctx, 'since', since, null)
    assertPastDay(ctx, 'asOf', asOf, since)
    const { institution, kind, name } = await findOfferedProduct(tx, productId)
    const { id } = await tx
      .insertInto('externalPosition')
      .values({
        clientId,
        productId,
        institution,
        kind,
        description,
        since,
        idempotencyKey: key,
        requestHash: hash,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const notedAt = new Date(deps.clock()).toISOString()
    await tx
      .insertInto('externalPositionValue')
      .values({ positionId: id, asOf, amount, notedBy: ctx.person.userId, notedAt })
      .execute()
    await auditPosition(
      tx,
      ctx,
      'externalPosition.added',
      { clientId, institution, productName: name },
      { after: { amount, day: asOf, ...(since && { since }) } },
    )
    return { id }
  })
