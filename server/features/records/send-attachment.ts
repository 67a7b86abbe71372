import type { FastifyReply } from 'fastify'
import type { Parsed } from '#contract/core/endpoint.ts'
import type { downloadAttachment as download, previewAttachment as preview } from '#contract/records/attachments.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { shownPicture } from '#server/core/pictures.ts'
import type { Raw } from '#server/core/serve.ts'
import { findContent } from './attachments.queries.ts'
import { findRecord } from './find-record.ts'

/** Never a page: saved and not opened, taken for nothing but its type, and without rights if it were opened all the same. */
const send = (reply: FastifyReply, type: string, name: string, content: Uint8Array) =>
  reply
    .type(type)
    .headers({
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    .send(content)

/** Audited: a copy leaves the house. */
export const downloadAttachment = async (
  ctx: Ctx,
  { params }: Parsed<typeof download>,
  raw: Raw,
): Promise<FastifyReply> => {
  await findRecord(ctx, params, raw)
  const { entity, recordId: entityId, attachmentId } = params
  const { fileId, contentType, name } = await findContent(ctx.db, params, attachmentId)
  const content = await raw.serving.files.read(ctx.prefix, fileId)
  await audit(ctx.db, ctx, { action: 'attachment.downloaded', entity, entityId, after: { attachment: attachmentId } })
  return send(raw.reply, contentType, name, content)
}

export const previewAttachment = async (
  ctx: Ctx,
  { params }: Parsed<typeof preview>,
  raw: Raw,
): Promise<FastifyReply> => {
  await findRecord(ctx, params, raw)
  const { fileId, kind, contentType, name } = await findContent(ctx.db, params, params.attachmentId)
  if (kind !== 'pdf' && kind !== 'picture') throw refuse('notFound')
  const content = await raw.serving.files.read(ctx.prefix, fileId)
  if (kind === 'pdf') return send(raw.reply, contentType, name, content)
  return send(raw.reply, 'image/webp', 'preview.webp', await shownPicture(content))
}
