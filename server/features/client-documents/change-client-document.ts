import type { Kysely } from 'kysely'
import type * as contract from '#contract/client-documents.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { DB } from '#db/types.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { assertClientCorrectable } from '#server/domain/find-client.ts'
import { findDocument, getRestorableSince } from './client-documents.queries.ts'

type DocumentKey = { clientId: string; documentId: string }

/** The document as the caller saw it, nobody else's until the transaction ends. */
const lockDocument = async (
  tx: Kysely<DB>,
  { clientId, documentId }: DocumentKey,
  { version, isRemoved }: { version: number; isRemoved: boolean },
) => {
  const found = await tx
    .selectFrom('clientDocument as d')
    .innerJoin('storedFile as f', 'f.id', 'd.fileId')
    .select(['d.version', 'd.kind', 'd.documentDate', 'd.retainUntil', 'd.removedAt', 'f.removedAt as purgedAt'])
    .where('d.id', '=', documentId)
    .where('d.clientId', '=', clientId)
    .forUpdate('d')
    .executeTakeFirst()
  if (!found || (!isRemoved && found.purgedAt)) throw buildRefusal('notFound')
  if (found.version !== version || (found.removedAt !== null) !== isRemoved) throw buildRefusal('conflict.changed')
  return found
}

/** What a document is. It is never kept for less long than before: whoever wants it gone waits. */
export const changeClientDocument = (
  ctx: Ctx,
  { params, body: { version, kind, title, date, retainUntil } }: ParsedRequest<typeof contract.changeClientDocument>,
): Promise<contract.ClientDocument> =>
  ctx.db.transaction().execute(async (tx) => {
    await assertClientCorrectable(tx, ctx, params.clientId)
    const known = await lockDocument(tx, params, { version, isRemoved: false })
    if (retainUntil !== null && retainUntil < date)
      throw buildRefusal('request.invalid', { fields: { retainUntil: 'order' } })
    if (known.retainUntil !== null && (retainUntil === null || retainUntil < known.retainUntil))
      throw buildRefusal('clientDocument.retained')
    await tx
      .updateTable('clientDocument')
      .set({ kind, title, documentDate: date, retainUntil, version: version + 1 })
      .where('id', '=', params.documentId)
      .execute()
    await recordAuditEvent(tx, ctx, {
      action: 'clientDocument.changed',
      entity: 'client',
      entityId: params.clientId,
      before: { documentKind: known.kind, retainUntil: known.retainUntil },
      after: { document: params.documentId, documentKind: kind, retainUntil },
    })
    return findDocument(tx, params, ctx.businessDate)
  })

const setRemoved = (
  ctx: Ctx,
  key: DocumentKey,
  removal: { version: number; removes: boolean },
  { deps }: HttpContext,
): Promise<contract.ClientDocument> =>
  ctx.db.transaction().execute(async (tx) => {
    const { version, removes } = removal
    await assertClientCorrectable(tx, ctx, key.clientId)
    const { retainUntil, removedAt, purgedAt } = await lockDocument(tx, key, { version, isRemoved: !removes })
    if (removes && retainUntil !== null && retainUntil >= ctx.businessDate)
      throw buildRefusal('clientDocument.retained')
    if (!removes && (purgedAt || removedAt! <= getRestorableSince(deps.clock()))) throw buildRefusal('attachment.gone')
    await tx
      .updateTable('clientDocument')
      .set({
        version: version + 1,
        removedAt: removes ? new Date(deps.clock()).toISOString() : null,
        removedBy: removes ? ctx.person.userId : null,
      })
      .where('id', '=', key.documentId)
      .execute()
    await recordAuditEvent(tx, ctx, {
      action: removes ? 'clientDocument.removed' : 'clientDocument.restored',
      entity: 'client',
      entityId: key.clientId,
      after: { document: key.documentId },
    })
    return findDocument(tx, key, ctx.businessDate)
  })

export const removeClientDocument = (
  ctx: Ctx,
  { params, body: { version } }: ParsedRequest<typeof contract.removeClientDocument>,
  raw: HttpContext,
): Promise<contract.ClientDocument> => setRemoved(ctx, params, { version, removes: true }, raw)

export const restoreClientDocument = (
  ctx: Ctx,
  { params, body: { version } }: ParsedRequest<typeof contract.restoreClientDocument>,
  raw: HttpContext,
): Promise<contract.ClientDocument> => setRemoved(ctx, params, { version, removes: false }, raw)
