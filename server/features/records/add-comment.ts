import type { Kysely } from 'kysely'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type * as contract from '#contract/records.ts'
import type { DB } from '#db/types.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { requestHash } from '#server/domain/post-journal.ts'
import { findComment } from './comments.queries.ts'
import { findRecord } from './find-record.ts'
import { findMentions, insertMentions, notifyMentionedUsers } from './mentions.ts'

/** The comment that this key has made; refused where it was made of another text. */
const findByIdempotencyKey = async (tx: Kysely<DB>, key: string, hash: string): Promise<string> => {
  const made = await tx
    .selectFrom('recordComment')
    .select(['id', 'requestHash'])
    .where('idempotencyKey', '=', key)
    .executeTakeFirstOrThrow()
  if (made.requestHash !== hash) throw buildRefusal('idempotency.differentBody')
  return made.id
}

/** Sent again with the same key, it is the comment that is there already, and nobody is notified twice. */
export const addComment = async (
  ctx: Ctx,
  { params, body, key }: ParsedRequest<typeof contract.addComment>,
  raw: HttpContext,
): Promise<contract.RecordComment> => {
  const record = await findRecord(ctx, params, raw)
  const mentions = await findMentions(ctx, record, params, body, raw)
  const { entity, recordId: entityId } = params
  const { userId, cvl, actingCvl } = ctx.person
  const hash = requestHash({ params, body })
  return ctx.db.transaction().execute(async (tx) => {
    const made = await tx
      .insertInto('recordComment')
      .values({ entity, entityId, body: body.body, userId, cvl, actingCvl, idempotencyKey: key, requestHash: hash })
      .onConflict((conflict) => conflict.column('idempotencyKey').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) return findComment(ctx, params, await findByIdempotencyKey(tx, key, hash), tx)
    await insertMentions(tx, made.id, mentions)
    await notifyMentionedUsers(tx, ctx, record, mentions)
    // Who and where, not what: the text is the record's, and goes when it is removed.
    const after = { comment: made.id, ...(mentions.length > 0 && { mentions: mentions.length }) }
    await recordAuditEvent(tx, ctx, { action: 'comment.added', entity, entityId, after })
    return findComment(ctx, params, made.id, tx)
  })
}
