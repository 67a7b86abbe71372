import type { FastifyReply } from 'fastify'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type * as attachments from '#contract/records/attachments.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { toUncroppedPicture } from '#server/core/pictures.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { sendFileContent } from '#server/domain/send-file-content.ts'
import { findAttachmentContent } from './attachments.queries.ts'
import { findRecord } from './find-record.ts'

type AttachmentKey = ParsedRequest<typeof attachments.downloadAttachment>['params']

/** Who has had the content, whether it was kept or looked at: a PDF that is looked at is the same file. */
const auditAttachment = (ctx: Ctx, action: string, { entity, recordId: entityId, attachmentId }: AttachmentKey) =>
  recordAuditEvent(ctx.db, ctx, { action, entity, entityId, after: { attachment: attachmentId } })

/** Audited: a copy leaves the house. */
export const downloadAttachment = async (
  ctx: Ctx,
  { params }: ParsedRequest<typeof attachments.downloadAttachment>,
  raw: HttpContext,
): Promise<FastifyReply> => {
  await findRecord(ctx, params, raw)
  const { fileId, contentType, name } = await findAttachmentContent(ctx.db, params, params.attachmentId)
  const content = await raw.deps.files.read(ctx.prefix, fileId)
  await auditAttachment(ctx, 'attachment.downloaded', params)
  return sendFileContent(raw.reply, contentType, name, content)
}

export const previewAttachment = async (
  ctx: Ctx,
  { params }: ParsedRequest<typeof attachments.previewAttachment>,
  raw: HttpContext,
): Promise<FastifyReply> => {
  await findRecord(ctx, params, raw)
  const { fileId, kind, contentType, name } = await findAttachmentContent(ctx.db, params, params.attachmentId)
  if (kind !== 'pdf' && kind !== 'picture') throw buildRefusal('notFound')
  const content = await raw.deps.files.read(ctx.prefix, fileId)
  const shown = kind === 'pdf' ? content : await toUncroppedPicture(content)
  await auditAttachment(ctx, 'attachment.viewed', params)
  return kind === 'pdf'
    ? sendFileContent(raw.reply, contentType, name, shown)
    : sendFileContent(raw.reply, 'image/webp', 'preview.webp', shown)
}
