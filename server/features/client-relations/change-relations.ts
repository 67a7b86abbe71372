import { type Kysely, sql } from 'kysely'
import { invertRelation, isStoredKind } from '#contract/client-relations/kinds.ts'
import type { addClientRelation, endClientRelation, removeClientRelation } from '#contract/client-relations.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { DB } from '#db/types.ts'
import { recordAuditEvents } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { assertNoRelatedClients } from '#server/domain/conflict-of-interest.ts'
import { isCoupledSql } from '#server/domain/couples.ts'
import { assertClientsUnrestricted } from '#server/domain/find-client.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'

/** These clients, locked in the order of their ids: 404 where the caller doesn't see one of them, and never a relative of the caller. */
const lockVisibleClients = async (tx: Kysely<DB>, ctx: Ctx, ids: readonly string[]): Promise<void> => {
  const seen = await selectVisibleClients({ db: tx, scopes: ctx.scopes })
    .where('c.clientId', '=', sql<string>`any(${[...ids]}::bigint[])`)
    .select('c.clientId')
    .execute()
  if (seen.length !== ids.length) throw buildRefusal('notFound')
  await assertNoRelatedClients(tx, ctx, ids)
  await tx.selectFrom('client').where('id', 'in', ids).select('id').orderBy('id').forNoKeyUpdate().execute()
}

type NewRelation = { clientId: string; otherId: string; kind: string }
type RelationEvent = { action: string; relation: NewRelation }

/** In the history of both clients. */
const auditRelation = (tx: Kysely<DB>, ctx: Ctx, { action, relation }: RelationEvent) =>
  recordAuditEvents(
    tx,
    ctx,
    [relation.clientId, relation.otherId].map((entityId) => ({
      action,
      entity: 'client',
      entityId,
      after: { relation: relation.kind },
    })),
  )

/** Nobody has two spouses or partners at a time. The two clients are locked. */
const assertNotCoupled = async (tx: Kysely<DB>, relation: NewRelation): Promise<void> => {
  const { rows } = await sql<{ coupled: boolean }>`
    select ${isCoupledSql({
      clientId: sql`${relation.clientId}::bigint`,
      otherId: sql`${relation.otherId}::bigint`,
      kind: sql`${relation.kind}::text`,
    })} as coupled`.execute(tx)
  if (rows[0]!.coupled) throw buildRefusal('relation.coupled')
}

/** Both clients are seen: nobody is tied to somebody whom the maker does not know. */
export const addRelation = (
  ctx: Ctx,
  { params: { clientId }, body: { otherId, kind, since } }: ParsedRequest<typeof addClientRelation>,
  { deps }: HttpContext,
): Promise<{ id: string }> =>
  ctx.db.transaction().execute(async (tx) => {
    if (clientId === otherId) throw buildRefusal('request.invalid', { fields: { otherId: 'invalid' } })
    if (since !== null && since > ctx.businessDate)
      throw buildRefusal('request.invalid', { fields: { since: 'future' } })
    await lockVisibleClients(tx, ctx, [clientId, otherId])
    await assertClientsUnrestricted(tx, [clientId, otherId])
    const inverse = invertRelation(kind)
    const relation = isStoredKind(kind)
      ? { clientId, otherId, kind }
      : { clientId: otherId, otherId: clientId, kind: inverse }
    await assertNotCoupled(tx, relation)
    const made = await tx
      .insertInto('clientRelation')
      .values({ ...relation, since, notedBy: ctx.person.userId, notedAt: new Date(deps.clock()).toISOString() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) throw buildRefusal('relation.exists')
    await auditRelation(tx, ctx, { action: 'client.relationAdded', relation })
    return made
  })

/** The relation of a client whom the caller sees, locked; whatever the other one is. */
const lockRelation = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  { clientId, relationId }: { clientId: string; relationId: string },
) => {
  await lockVisibleClients(tx, ctx, [clientId])
  const relation = await tx
    .selectFrom('clientRelation')
    .where('id', '=', relationId)
    .where((eb) => eb.or([eb('clientId', '=', clientId), eb('otherId', '=', clientId)]))
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
  if (!relation) throw buildRefusal('notFound')
  return relation
}

export const endRelation = (
  ctx: Ctx,
  { params, body: { until } }: ParsedRequest<typeof endClientRelation>,
): Promise<{ id: string }> =>
  ctx.db.transaction().execute(async (tx) => {
    const relation = await lockRelation(tx, ctx, params)
    if (relation.until !== null) throw buildRefusal('conflict.changed')
    if (until > ctx.businessDate) throw buildRefusal('request.invalid', { fields: { until: 'future' } })
    if (relation.since !== null && until < relation.since)
      throw buildRefusal('request.invalid', { fields: { until: 'order' } })
    await tx.updateTable('clientRelation').set({ until }).where('id', '=', relation.id).execute()
    await auditRelation(tx, ctx, { action: 'client.relationEnded', relation })
    return { id: relation.id }
  })

export const removeRelation = (
  ctx: Ctx,
  { params }: ParsedRequest<typeof removeClientRelation>,
): Promise<{ id: string }> =>
  ctx.db.transaction().execute(async (tx) => {
    const relation = await lockRelation(tx, ctx, params)
    await tx.deleteFrom('clientRelation').where('id', '=', relation.id).execute()
    await auditRelation(tx, ctx, { action: 'client.relationRemoved', relation })
    return { id: relation.id }
  })
