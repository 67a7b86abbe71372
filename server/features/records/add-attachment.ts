import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { Attachment, addAttachment as contract } from '#contract/records/attachments.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { withStoredFile } from '#server/domain/stored-files.ts'
import { findAttachment } from './attachments.queries.ts'
import { detectDocumentType, sanitizeFileName } from './detect-document-type.ts'
import { findWorkableRecord } from './find-record.ts'

export const addAttachment = async (
  ctx: Ctx,
  { params, query, content }: ParsedRequest<typeof contract>,
  raw: HttpContext,
): Promise<Attachment> => {
  await findWorkableRecord(ctx, params, raw)
  const known = detectDocumentType(content, query.fileName)
  const { entity, recordId: entityId } = params
  const described = {
    purpose: `record.attachment.${known.kind}`,
    entity,
    entityId,
    fileName: sanitizeFileName(query.fileName, known),
    contentType: known.type,
    content,
  }
  return withStoredFile(ctx, raw.serving.files, described, async (tx, fileId) => {
    const { userId, actingCvl } = ctx.person
    const { id } = await tx
      .insertInto('recordAttachment')
      .values({ entity, entityId, fileId, userId, actingCvl })
      .returning('id')
      .executeTakeFirstOrThrow()
    // Names of files say what they are about: they stay with the record.
    const after = { attachment: id, mediaType: known.type, bytes: content.length }
    await recordAuditEvent(tx, ctx, { action: 'attachment.added', entity, entityId, after })
    return findAttachment(tx, params, id)
  })
}
