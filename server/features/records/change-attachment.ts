import type { Kysely } from 'kysely'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type * as attachments from '#contract/records/attachments.ts'
import type { DB } from '#db/types.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { findAttachment, getRestorableSince } from './attachments.queries.ts'
import { findWorkableRecord, type RecordKey } from './find-record.ts'

type AttachmentKey = RecordKey & { attachmentId: string }
type AttachmentChanges = { description?: string; removed?: boolean }
type AttachmentUpdate = { action: string; version: number; isRemoved: boolean; changes: AttachmentChanges }

/** The document, nobody else's until the transaction ends: standing, or removed, as it is wanted, and as the caller saw it. */
const lockAttachment = async (tx: Kysely<DB>, key: AttachmentKey, { version, isRemoved }: AttachmentUpdate) => {
  const found = await tx
    .selectFrom('recordAttachment as a')
    .innerJoin('storedFile as f', 'f.id', 'a.fileId')
    .select(['a.version', 'a.removedAt', 'f.removedAt as purgedAt'])
    .where('a.id', '=', key.attachmentId)
    .where('a.entity', '=', key.entity)
    .where('a.entityId', '=', key.recordId)
    .forUpdate('a')
    .executeTakeFirst()
  if (!found || (!isRemoved && found.purgedAt)) throw buildRefusal('notFound')
  if (found.version !== version || (found.removedAt !== null) !== isRemoved) throw buildRefusal('conflict.changed')
  return found
}

const updateAttachment = async (
  ctx: Ctx,
  key: AttachmentKey,
  raw: HttpContext,
  attachmentUpdate: AttachmentUpdate,
): Promise<attachments.Attachment> => {
  await findWorkableRecord(ctx, key, raw)
  const { action, version, changes } = attachmentUpdate
  const { entity, recordId: entityId, attachmentId } = key
  return ctx.db.transaction().execute(async (tx) => {
    const { removedAt, purgedAt } = await lockAttachment(tx, key, attachmentUpdate)
    if (attachmentUpdate.isRemoved && (purgedAt || removedAt! <= getRestorableSince(raw.deps.clock())))
      throw buildRefusal('attachment.gone')
    await tx
      .updateTable('recordAttachment')
      .set({
        version: version + 1,
        ...(changes.description !== undefined && { description: changes.description }),
        ...(changes.removed === true && {
          removedAt: new Date(raw.deps.clock()).toISOString(),
          removedBy: ctx.person.userId,
        }),
        ...(changes.removed === false && { removedAt: null, removedBy: null }),
      })
      .where('id', '=', attachmentId)
      .execute()
    await recordAuditEvent(tx, ctx, { action, entity, entityId, after: { attachment: attachmentId } })
    return findAttachment(tx, key, attachmentId)
  })
}

export const changeAttachment = (
  ctx: Ctx,
  { params, body }: ParsedRequest<typeof attachments.changeAttachment>,
  raw: HttpContext,
): Promise<attachments.Attachment> =>
  updateAttachment(ctx, params, raw, {
    action: 'attachment.changed',
    version: body.version,
    isRemoved: false,
    changes: { description: body.description },
  })

export const removeAttachment = (
  ctx: Ctx,
  { params, body }: ParsedRequest<typeof attachments.removeAttachment>,
  raw: HttpContext,
): Promise<attachments.Attachment> =>
  updateAttachment(ctx, params, raw, {
    action: 'attachment.removed',
    version: body.version,
    isRemoved: false,
    changes: { removed: true },
  })

/** Throws `attachment.gone` once the time to restore is over. */
export const restoreAttachment = (
  ctx: Ctx,
  { params, body }: ParsedRequest<typeof attachments.restoreAttachment>,
  raw: HttpContext,
): Promise<attachments.Attachment> =>
  updateAttachment(ctx, params, raw, {
    action: 'attachment.restored',
    version: body.version,
    isRemoved: true,
    changes: { removed: false },
  })
