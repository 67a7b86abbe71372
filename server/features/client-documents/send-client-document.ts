import type { FastifyReply } from 'fastify'
import type { readClientDocument } from '#contract/client-documents.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { assertClientVisible } from '#server/domain/find-client.ts'
import { sendFileContent } from '#server/domain/send-file-content.ts'
import { findDocumentContent } from './client-documents.queries.ts'

/** Audited, whether it is kept or looked at: a viewer can keep what they see. */
export const sendClientDocument = async (
  ctx: Ctx,
  { params, query: { purpose } }: ParsedRequest<typeof readClientDocument>,
  { deps, reply }: HttpContext,
): Promise<FastifyReply> => {
  await assertClientVisible(ctx, params.clientId)
  const { fileId, fileName, contentType } = await findDocumentContent(ctx.db, params, ctx.businessDate)
  const content = await deps.files.read(ctx.prefix, fileId)
  await recordAuditEvent(ctx.db, ctx, {
    action: purpose === 'look' ? 'clientDocument.viewed' : 'clientDocument.downloaded',
    entity: 'client',
    entityId: params.clientId,
    after: { document: params.documentId },
  })
  return sendFileContent(reply, contentType, fileName, content)
}
