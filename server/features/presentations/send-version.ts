import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { exportPresentationSlides, printPresentation } from '#contract/presentations.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { formatContentDisposition } from '#server/reports/file-name.ts'
import { buildFrame } from '#server/reports/progress-frames.ts'
import { sendPdf } from '#server/reports/send-pdf.ts'
import { findVersionContent } from './presentations.queries.ts'
import { buildVersionPdf } from './version-pdf.ts'
import { buildVersionSlides } from './version-slides.ts'

const buildAuditEvent = (clientId: string, presentationId: string, version: number, format: 'pdf' | 'pptx') => ({
  action: 'presentation.printed',
  entity: 'client',
  entityId: clientId,
  after: { number: presentationId, version, format },
})

/** A version as PDF. It is drawn from what was frozen, so it always says the same. */
export const printVersion = async (
  ctx: Ctx,
  { params }: ParsedRequest<typeof printPresentation>,
  raw: HttpContext,
): Promise<ResponseBody<typeof printPresentation>> => {
  const { content, number } = await findVersionContent(ctx, params)
  const event = buildAuditEvent(params.clientId, params.presentationId, number, 'pdf')
  return sendPdf(ctx, raw, buildVersionPdf(content, ctx.prefix), event)
}

/** A version as slides. What draws them is read with the first ones, not when the server starts. */
export const sendSlides = async (
  ctx: Ctx,
  { params }: ParsedRequest<typeof exportPresentationSlides>,
  { request, reply }: HttpContext,
): Promise<ResponseBody<typeof exportPresentationSlides>> => {
  const { content, number } = await findVersionContent(ctx, params)
  const { makePptx } = await import('#server/reports/pptx/make-pptx.ts')
  const file = await makePptx(buildVersionSlides(content, ctx.prefix))
  await recordAuditEvent(ctx.db, ctx, buildAuditEvent(params.clientId, params.presentationId, number, 'pptx'))
  return reply
    .header('content-type', 'application/vnd.openxmlformats-officedocument.presentationml.presentation')
    .header('content-disposition', formatContentDisposition(content.title, content.on, 'pptx'))
    .header('cache-control', 'no-store')
    .send(request.headers['x-progress'] === 'frames' ? buildFrame(file, 1) : file)
}
