import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { sendPresentation } from '#contract/presentations.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { assertClientWritable } from '#server/domain/find-client.ts'
import { maskEmail } from '#server/domain/mask-identifiers.ts'
import { requestHash } from '#server/domain/post-journal.ts'
import { fileClientPaper, findFiledPaper } from '#server/domain/send-client-paper.ts'
import { renderPdfContent } from '#server/reports/send-pdf.ts'
import { toPdfFileName } from '#server/reports/send-pdf-archive.ts'
import { assertConsentGiven, findVersionContent } from './presentations.queries.ts'
import { buildVersionPdf } from './version-pdf.ts'

/** Files a version with the client's documents and sends it to their e-mail, as PDF. Sent again, it is answered as the first time. */
export const mailVersion = (
  ctx: Ctx,
  { params, key }: ParsedRequest<typeof sendPresentation>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof sendPresentation>> =>
  ctx.db.transaction().execute(async (tx) => {
    const writing = { ...ctx, db: tx }
    await assertClientWritable(tx, ctx, params.clientId)
    const request = { idempotencyKey: key, requestHash: requestHash(params) }
    const filed = await findFiledPaper(tx, request)
    if (filed) return { recipient: filed.recipient ?? '' }
    const { content, number } = await findVersionContent(writing, params)
    await assertConsentGiven(writing, params.clientId)
    const paper = {
      clientId: params.clientId,
      kind: 'presentation' as const,
      title: content.title,
      day: content.on,
      fileName: toPdfFileName(content.title),
      content: await renderPdfContent(ctx, deps.clock(), buildVersionPdf(content, ctx.prefix)),
      request,
    }
    const { recipient } = await fileClientPaper(tx, ctx, deps, paper, true)
    await recordAuditEvent(tx, ctx, {
      action: 'presentation.sent',
      entity: 'client',
      entityId: params.clientId,
      after: { number: params.presentationId, version: number, toName: maskEmail(recipient ?? '') },
    })
    return { recipient: recipient ?? '' }
  })
