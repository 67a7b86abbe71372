import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type * as contract from '#contract/records.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { fingerprintComment } from './comment-fingerprint.ts'
import { findComment } from './comments.queries.ts'
import { canModerate, findRecord } from './find-record.ts'
import { lockRemovedComment } from './lock-comment.ts'
import { insertMentions } from './mentions.ts'

/**
 * The words come from whoever removed them, and are those that stood there: nobody puts others into somebody's mouth. Throws
 * `permission.missing` for whoever didn't remove it, or may not any more.
 */
export const restoreComment = async (
  ctx: Ctx,
  { params, body: { version, body, mentions } }: ParsedRequest<typeof contract.restoreComment>,
  raw: HttpContext,
): Promise<contract.RecordComment> => {
  await findRecord(ctx, params, raw)
  const { entity, recordId: entityId, commentId } = params
  const { userId } = ctx.person
  return ctx.db.transaction().execute(async (tx) => {
    const found = await lockRemovedComment(tx, { ...params, version })
    if (found.removedBy !== userId || (found.userId !== userId && !canModerate(ctx)))
      throw buildRefusal('permission.missing')
    if (fingerprintComment(raw.deps, { id: commentId, body, mentions }) !== found.removedFingerprint)
      throw buildRefusal('request.invalid', { fields: { body: 'otherWords' } })
    await tx
      .updateTable('recordComment')
      .set({ body, version: found.version + 1, removedAt: null, removedBy: null, removedFingerprint: null })
      .where('id', '=', commentId)
      .execute()
    await insertMentions(tx, commentId, mentions)
    await recordAuditEvent(tx, ctx, { action: 'comment.restored', entity, entityId, after: { comment: commentId } })
    return findComment(ctx, params, commentId, tx)
  })
}
