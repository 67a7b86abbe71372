import { sql } from 'kysely'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import * as contract from '#contract/records/comment-history.ts'
import type { RecordComment } from '#contract/records.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { findComment } from './comments.queries.ts'
import { findWorkableRecord } from './find-record.ts'

/** Twice is once. What it says and its version stay as they are: an edit that has begun goes on. */
export const pinComment = async (
  ctx: Ctx,
  { params, body: { pinned } }: ParsedRequest<typeof contract.pinComment>,
  raw: HttpContext,
): Promise<RecordComment> => {
  await findWorkableRecord(ctx, params, raw)
  const { entity, recordId: entityId, commentId } = params
  return ctx.db.transaction().execute(async (tx) => {
    // Of two people who pin at once the second counts the first one's.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`pinned comments of ${entity}`}, ${entityId}::bigint))`.execute(
      tx,
    )
    const { rows } = await sql<{ id: string; isPinned: boolean; isRemoved: boolean }>`
      select c.id::text as id, c.pinned_at is not null as is_pinned, c.removed_at is not null as is_removed from record_comment c
       where c.entity = ${entity} and c.entity_id = ${entityId} and (c.pinned_at is not null or c.id = ${commentId})
       order by c.id for update`.execute(tx)
    const found = rows.find(({ id }) => id === commentId)
    if (!found) throw buildRefusal('notFound')
    if (found.isRemoved) throw buildRefusal('comment.removed')
    if (found.isPinned === pinned) return findComment(ctx, params, commentId, tx)
    if (pinned && rows.filter(({ isPinned }) => isPinned).length >= contract.maxPinnedComments)
      throw buildRefusal('comment.tooManyPinned')
    await tx
      .updateTable('recordComment')
      .set({ pinnedAt: pinned ? sql`now()` : null, pinnedBy: pinned ? ctx.person.userId : null })
      .where('id', '=', commentId)
      .execute()
    const action = pinned ? 'comment.pinned' : 'comment.unpinned'
    await recordAuditEvent(tx, ctx, { action, entity, entityId, after: { comment: commentId } })
    return findComment(ctx, params, commentId, tx)
  })
}
