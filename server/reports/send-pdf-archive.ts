import type { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { EndpointSpec } from '#contract/core/endpoint.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { buildPermissionRecheck, streamWhilePermitted } from '#server/core/permission-recheck.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { openSnapshot, type Snapshot } from '#server/core/snapshot.ts'
import type { WriteProgress } from './columns.ts'
import { takeExportSlot } from './export-slots.ts'
import { formatContentDisposition } from './file-name.ts'
import { toFrameStream } from './progress-frames.ts'
import { type DocumentAuditEvent, type PdfContent, renderPdfContent } from './send-pdf.ts'

/** What is made and not sent yet, in bytes: the reader's network sets the pace. */
const maxBufferedBytes = 1_000_000

/** A document with the name of its file, without the ending; or a file that is there already, which counts where it is a document. */
export type ArchiveEntry =
  | { name: string; pdfContent: PdfContent }
  | { fileName: string; content: Buffer; isDocument: boolean }

type PdfArchiveInput = {
  title: string
  total: number
  documents: AsyncIterable<ArchiveEntry>
  audited: DocumentAuditEvent
}

const waitForDrain = (output: PassThrough): Promise<void> =>
  new Promise((resolve) => {
    const on = (): void => {
      output.off('drain', on).off('close', on)
      resolve()
    }
    output.on('drain', on).on('close', on)
  })

/** Numbers of imported accounts hold what they hold: none of it leads to another folder. */
export const toPdfFileName = (name: string): string => `${name.replace(/[^\p{L}\p{N}._ -]/gu, '_')}.pdf`

const toArchiveFile = async (ctx: Ctx, now: number, entry: ArchiveEntry) =>
  'content' in entry
    ? entry
    : {
        fileName: toPdfFileName(entry.name),
        content: await renderPdfContent(ctx, now, entry.pdfContent),
        isDocument: true,
      }

/** A zip that is made while it is read. Who leaves ends it. */
const streamPdfZip = (
  ctx: Ctx,
  now: number,
  documents: PdfArchiveInput['documents'],
  written: WriteProgress,
): Readable => {
  const zip = new ZipFile()
  const output = zip.outputStream as PassThrough
  const write = async (): Promise<void> => {
    for await (const entry of documents) {
      if (output.destroyed) return
      const file = await toArchiveFile(ctx, now, entry)
      if (file.isDocument) written.rows++
      // What is in a PDF is packed already.
      zip.addBuffer(file.content, file.fileName, { compress: !file.isDocument, mtime: new Date(now) })
      while (!output.destroyed && output.writableLength + output.readableLength > maxBufferedBytes)
        await waitForDrain(output)
    }
    zip.end()
  }
  write().catch((error: Error) => output.destroy(error))
  return output
}

/**
 * Answers with many documents in one zip, from one frozen view, and notes that somebody took them out; it breaks off for whoever may not
 * have the rest any more. Throws `export.nothing` where there is none, and what `takeExportSlot` throws.
 */
export const sendPdfArchive = async (
  endpoint: EndpointSpec,
  ctx: Ctx,
  { request, reply, deps }: HttpContext,
  start: (snapshot: Snapshot) => Promise<PdfArchiveInput>,
): Promise<unknown> => {
  const leave = takeExportSlot(ctx, 'documents')
  const snapshot = await openSnapshot(ctx.tenant).catch((error) => {
    leave(Promise.resolve())
    throw error
  })
  const end = (): void => leave(snapshot.end())
  const response = reply.raw.once('close', end)
  try {
    const recheckPermission = buildPermissionRecheck(ctx, endpoint, deps.clock)
    const { title, total, documents, audited } = await start(snapshot)
    if (total === 0) throw buildRefusal('export.nothing')
    await recordAuditEvent(ctx.db, ctx, audited)
    const written: WriteProgress = { rows: 0 }
    const file = streamPdfZip(ctx, deps.clock(), streamWhilePermitted(documents, recheckPermission), written)
    // At the end of the file, before that of the answer: whoever has it may ask for the next one.
    file.once('end', end).once('close', end)
    reply
      .header('content-type', 'application/zip')
      .header('content-disposition', formatContentDisposition(title, ctx.businessDate, 'zip'))
      .header('x-total-rows', total)
      .header('cache-control', 'no-store')
    const inFrames = request.headers['x-progress'] === 'frames'
    return await reply.send(inFrames ? toFrameStream(file, written) : file)
  } catch (error) {
    end()
    if (!response.destroyed) throw error
    reply.hijack()
    return undefined
  }
}
