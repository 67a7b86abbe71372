import { sql } from 'kysely'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type * as contract from '#contract/records.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { fingerprintComment } from './comment-fingerprint.ts'
import { clearCommentVersions } from './comment-versions.ts'
import { findComment } from './comments.queries.ts'
import { canModerate, findRecord } from './find-record.ts'
import { lockComment } from './lock-comment.ts'

/** What was written goes for good; that somebody wrote, who removed it, and by what its words are recognised, stays. */
export const removeComment = async (
  ctx: Ctx,
  { params, body }: ParsedRequest<typeof contract.removeComment>,
  raw: HttpContext,
): Promise<contract.RecordComment> => {
  await findRecord(ctx, params, raw)
  const { entity, recordId: entityId, commentId } = params
  const { userId } = ctx.person
  return ctx.db.transaction().execute(async (tx) => {
    const found = await lockComment(tx, { ...params, version: body.version })
    if (found.userId !== userId && !canModerate(ctx)) throw buildRefusal('permission.missing')
    const removedFingerprint = fingerprintComment(raw.deps, await findComment(ctx, params, commentId, tx))
    await tx
      .updateTable('recordComment')
      .set({
        body: '',
        version: found.version + 1,
        removedAt: sql`now()`,
        removedBy: userId,
        removedFingerprint,
        pinnedAt: null,
        pinnedBy: null,
      })
      .where('id', '=', commentId)
      .execute()
    await clearCommentVersions(tx, commentId)
    await tx.deleteFrom('recordMention').where('commentId', '=', commentId).execute()
    await recordAuditEvent(tx, ctx, { action: 'comment.removed', entity, entityId, after: { comment: commentId } })
    return findComment(ctx, params, commentId, tx)
  })
}
