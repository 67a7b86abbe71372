import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { addComment as contract, RecordComment } from '#contract/records.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { findComment } from './comments.queries.ts'
import { findRecord } from './find-record.ts'
import { findMentions, insertMentions, notifyMentionedUsers } from './mentions.ts'

export const addComment = async (
  ctx: Ctx,
  { params, body }: ParsedRequest<typeof contract>,
  raw: HttpContext,
): Promise<RecordComment> => {
  const record = await findRecord(ctx, params, raw)
  const mentions = await findMentions(ctx, record, params, body, raw)
  const { entity, recordId: entityId } = params
  const { userId, cvl, actingCvl } = ctx.person
  return ctx.db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('recordComment')
      .values({ entity, entityId, body: body.body, userId, cvl, actingCvl })
      .returning('id')
      .executeTakeFirstOrThrow()
    await insertMentions(tx, id, mentions)
    await notifyMentionedUsers(tx, ctx, record, mentions)
    // Who and where, not what: the text is the record's, and goes when it is removed.
    const after = { comment: id, ...(mentions.length > 0 && { mentions: mentions.length }) }
    await recordAuditEvent(tx, ctx, { action: 'comment.added', entity, entityId, after })
    return findComment(ctx, params, id, tx)
  })
}
