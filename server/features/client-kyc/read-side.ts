import type { FastifyReply } from 'fastify'
import type { readKycSide } from '#contract/client-kyc.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { assertClientVisible } from '#server/domain/find-client.ts'
import { sendFileContent } from '#server/domain/send-file-content.ts'
import { findSideFile } from './kyc.queries.ts'

/** Each look is audited: who, and at which side of which document. */
export const readSide = async (
  ctx: Ctx,
  { params }: ParsedRequest<typeof readKycSide>,
  { deps, reply }: HttpContext,
): Promise<FastifyReply> => {
  const { clientId, documentId, side } = params
  await assertClientVisible(ctx, clientId)
  const file = await findSideFile(ctx.db, params)
  const content = await deps.files.read(ctx.prefix, file.id)
  await recordAuditEvent(ctx.db, ctx, {
    action: 'kyc.viewed',
    entity: 'client',
    entityId: clientId,
    after: { document: documentId, kycSubject: file.subject, kycSide: side },
  })
  return sendFileContent(reply, file.contentType, file.fileName, content)
}
