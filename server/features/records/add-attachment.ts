import { createHash } from 'node:crypto'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type * as attachments from '#contract/records/attachments.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { checkDocument } from '#server/domain/check-document.ts'
import { requestHash } from '#server/domain/post-journal.ts'
import { withStoredFile } from '#server/domain/stored-files.ts'
import { findAttachment } from './attachments.queries.ts'
import { findWorkableRecord } from './find-record.ts'

/** The document that this key has made; refused where it was made of another file. */
const findByIdempotencyKey = async (
  ctx: Ctx,
  { params, key }: ParsedRequest<typeof attachments.addAttachment>,
  hash: string,
): Promise<attachments.Attachment | undefined> => {
  const made = await ctx.db
    .selectFrom('recordAttachment')
    .select(['id', 'requestHash'])
    .where('idempotencyKey', '=', key)
    .executeTakeFirst()
  if (!made) return undefined
  if (made.requestHash !== hash) throw buildRefusal('idempotency.differentBody')
  return findAttachment(ctx.db, params, made.id)
}

/** Sent again with the same key, it is the document that is there already. */
export const addAttachment = async (
  ctx: Ctx,
  input: ParsedRequest<typeof attachments.addAttachment>,
  raw: HttpContext,
): Promise<attachments.Attachment> => {
  const { params, query, content, key } = input
  await findWorkableRecord(ctx, params, raw)
  const sha256 = createHash('sha256').update(content).digest('hex')
  const hash = requestHash({ params, query, sha256 })
  const existing = await findByIdempotencyKey(ctx, input, hash)
  if (existing) return existing
  const kept = await checkDocument(content, query.fileName, raw.deps.threads)
  const { entity, recordId: entityId } = params
  const described = {
    purpose: `record.attachment.${kept.kind}`,
    entity,
    entityId,
    fileName: kept.name,
    contentType: kept.type,
    content: kept.content,
  }
  return withStoredFile(ctx, raw.deps.files, described, async (tx, fileId) => {
    const { userId, actingCvl } = ctx.person
    const made = await tx
      .insertInto('recordAttachment')
      .values({ entity, entityId, fileId, userId, actingCvl, idempotencyKey: key, requestHash: hash })
      .onConflict((conflict) => conflict.column('idempotencyKey').doNothing())
      .returning('id')
      .executeTakeFirst()
    // The same file a second time, while the first was still on its way: this copy goes, the next try finds the first.
    if (!made) throw buildRefusal('conflict.changed')
    // Names of files say what they are about: they stay with the record.
    const after = { attachment: made.id, mediaType: kept.type, bytes: kept.content.length }
    await recordAuditEvent(tx, ctx, { action: 'attachment.added', entity, entityId, after })
    return findAttachment(tx, params, made.id)
  })
}
