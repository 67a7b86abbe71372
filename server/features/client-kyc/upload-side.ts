import type { uploadKycSide } from '#contract/client-kyc.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { detectContentKind } from '#server/core/content-kind.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { toDocumentPicture } from '#server/core/pictures.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { assertClientWritable } from '#server/domain/find-client.ts'
import { inspectPdfJob } from '#server/domain/inspect-pdf.ts'
import { withStoredFile } from '#server/domain/stored-files.ts'

/** What a stored file of one side is for; its kind stands behind it. */
export const kycSidePurpose = 'kyc.side'

const pdfSignature = '%PDF-'

/** What is kept of an upload: a picture made anew from its pixels, or a PDF that runs nothing. */
const checkSide = async (content: Uint8Array, { deps }: HttpContext) => {
  if (Buffer.from(content.subarray(0, pdfSignature.length)).toString('latin1') === pdfSignature) {
    await deps.threads.run(inspectPdfJob, content)
    return { fileKind: 'pdf', contentType: 'application/pdf', ending: 'pdf', content } as const
  }
  if (detectContentKind(content) !== 'image') throw buildRefusal('kyc.fileKind')
  const picture = await toDocumentPicture(content)
  return { fileKind: 'picture', contentType: 'image/webp', ending: 'webp', content: picture } as const
}

/** A side that waits for its document. The name that the file had is not kept: it may say anything. */
export const uploadSide = async (
  ctx: Ctx,
  { params: { clientId }, content }: ParsedRequest<typeof uploadKycSide>,
  raw: HttpContext,
): Promise<ResponseBody<typeof uploadKycSide>> => {
  await assertClientWritable(ctx.db, ctx, clientId)
  const { fileKind, contentType, ending, content: kept } = await checkSide(content, raw)
  const described = {
    purpose: `${kycSidePurpose}.${fileKind}`,
    entity: 'client',
    entityId: clientId,
    fileName: `documento.${ending}`,
    contentType,
    content: kept,
  }
  const fileId = await withStoredFile(ctx, raw.deps.files, described, (_tx, id) => Promise.resolve(id))
  return { fileId, fileKind, bytes: kept.length }
}
