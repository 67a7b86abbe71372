import { sql } from 'kysely'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type * as contract from '#contract/records.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { keepCommentVersion } from './comment-versions.ts'
import { findComment } from './comments.queries.ts'
import { findRecord } from './find-record.ts'
import { lockComment } from './lock-comment.ts'
import { findMentions, notifyMentionedUsers, replaceMentions } from './mentions.ts'

/** Throws `permission.missing` for whoever didn't write it: nobody puts words into somebody else's mouth. */
export const editComment = async (
  ctx: Ctx,
  { params, body }: ParsedRequest<typeof contract.editComment>,
  raw: HttpContext,
): Promise<contract.RecordComment> => {
  const record = await findRecord(ctx, params, raw)
  const mentions = await findMentions(ctx, record, params, body, raw)
  const { entity, recordId: entityId, commentId } = params
  return ctx.db.transaction().execute(async (tx) => {
    const found = await lockComment(tx, { ...params, version: body.version })
    if (found.userId !== ctx.person.userId) throw buildRefusal('permission.missing')
    await keepCommentVersion(tx, commentId)
    const knownIds = await replaceMentions(tx, commentId, mentions)
    await tx
      .updateTable('recordComment')
      .set({ body: body.body, version: found.version + 1, editedAt: sql`now()` })
      .where('id', '=', commentId)
      .execute()
    const newMentions = mentions.filter(({ userId }) => !knownIds.includes(userId))
    await notifyMentionedUsers(tx, ctx, record, newMentions)
    await recordAuditEvent(tx, ctx, { action: 'comment.edited', entity, entityId, after: { comment: commentId } })
    return findComment(ctx, params, commentId, tx)
  })
}
